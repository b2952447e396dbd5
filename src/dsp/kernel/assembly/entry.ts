// The functions of the kernel. They keep no state between calls and allocate no memory: each reads and
// writes the byte addresses that it is given. A vector is four 32-bit floats, 16 bytes.
// Maxima are `pmax` rather than `max`: that needs one instruction, not some eight for values that are no numbers.
export { bestBeatsBefore } from "./beat-path-kernel";
export { energies, mix } from "./signal/channel-mix";
export { convolve } from "./convolution";
export { flooredCepstra } from "./floored-cepstra";
export { halve } from "./signal/half-band-filter";
export { interpolatedPeak } from "./signal/interpolated-peak";
export { addWeightedEnergies } from "./signal/k-weighting-kernel";
export { laggedProducts } from "./lagged-products-kernel";
export { logarithms } from "./logarithm-kernel";
export { resample } from "./signal/polyphase-filter-kernel";
export { risingEnergy } from "./rising-energy-kernel";
export { areWithin } from "./signal/sample-check";
export { spectralShape } from "./spectral-shape-kernel";
export { spectra } from "./spectrum";
export { gatherTuning } from "./tuning-kernel";
export { whiten } from "./whitening-kernel";
export { weighRuns } from "./weighted-runs-kernel";
