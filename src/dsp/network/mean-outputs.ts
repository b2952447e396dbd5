import type { ResidualNetwork } from "./residual-network.js";

/**
 * Averages the outputs of networks that were trained alike, from other random numbers: single ones differ by chance.
 *
 * @param networks of one shape, at least one
 * @returns each output over the steps
 */
export function meanOutputs(
  networks: readonly ResidualNetwork[],
  inputs: readonly Float32Array[],
): Float32Array[] {
  const [first, ...others] = networks.map((network) => network.outputs(inputs));
  return first!.map((output, kind) =>
    output.map((value, step) => {
      const sum = others.reduce((total, own) => total + own[kind]![step]!, value);
      return sum / networks.length;
    }),
  );
}
