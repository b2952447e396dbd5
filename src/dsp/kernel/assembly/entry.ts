// What the kernel offers. Nothing is kept between calls, and nothing is allocated: every function
// reads and writes the addresses that it is given, in bytes, 16 to a vector of four 32-bit floats.
export { energies, mix } from "./channel-mix";
export { compress } from "./compression";
export { convolve } from "./convolution";
export { halve } from "./half-band-filter";
export { interpolatedPeak } from "./interpolated-peak";
export { resample } from "./polyphase-filter-kernel";
export { spectra } from "./spectrum";
export { weighRuns } from "./weighted-runs-kernel";
