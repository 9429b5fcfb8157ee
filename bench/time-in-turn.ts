/**
 * Does each of these in turn, again and again, one at a time.
 *
 * @returns how long each took, in milliseconds, in the order of the works
 */
export async function timeInTurn(times: number, works: readonly (() => Promise<unknown>)[]): Promise<number[][]> {
  const taken = works.map((): number[] => []);
  for (let time = 0; time < times; time++) {
    for (const [index, work] of works.entries()) {
      const startedAt = performance.now();
      await work();
      taken[index]!.push(performance.now() - startedAt);
    }
  }
  return taken;
}
