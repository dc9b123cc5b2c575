import { type Profiler, Session } from 'node:inspector';

type Range = Profiler.CoverageRange;

interface Block {
  start: number;
  end: number;
  /** A bit for each magnitude of the count that an input has reached. */
  magnitudes: number;
}

export interface CoverageMap extends Disposable {
  /** Ends what was counted so far. */
  reset(): void;
  /** Whether a block was executed, since the last reset, that no recorded input has executed. */
  hasNewBlock(): boolean;
  /** Records one input; true if it executes a block for the first time, or in a new magnitude. */
  record(): boolean;
  /** Forgets the recorded inputs. */
  clear(): void;
  count(): { covered: number; blocks: number };
}

/** Of this thread's V8. `isRelevant` selects scripts by URL. */
export function startCoverage(isRelevant: (url: string) => boolean): CoverageMap {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  const functions = new Map<string, Map<string, Block>>();

  function take(): Profiler.ScriptCoverage[] {
    let result: Profiler.ScriptCoverage[] = [];
    session.post('Profiler.takePreciseCoverage', (error, response) => {
      if (error) throw error;
      result = response.result.filter(({ url }) => isRelevant(url));
    });
    return result;
  }

  /** V8 leaves out blocks that are executed as often as those around them, so what earlier results named is looked up. */
  function* counted(): Generator<[Block, number]> {
    for (const { url, functions: found } of take())
      for (const { ranges } of found) {
        const [outer] = ranges;
        if (!outer) continue;
        const key = `${url}:${outer.startOffset}`;
        const blocks = functions.get(key) ?? new Map<string, Block>();
        functions.set(key, blocks);
        for (const { startOffset: start, endOffset: end } of ranges)
          if (!blocks.has(`${start}-${end}`)) blocks.set(`${start}-${end}`, { start, end, magnitudes: 0 });
        for (const block of blocks.values()) yield [block, findCount(ranges, block)];
      }
  }

  return {
    reset: () => void take(),
    hasNewBlock() {
      let isNew = false;
      for (const [block, count] of counted()) isNew ||= count > 0 && block.magnitudes === 0;
      return isNew;
    },
    record() {
      let isNew = false;
      for (const [block, count] of counted()) {
        if (count === 0) continue;
        const magnitude = 1 << Math.min(20, 2 * Math.floor(Math.log2(count) / 2));
        isNew ||= (block.magnitudes & magnitude) === 0;
        block.magnitudes |= magnitude;
      }
      return isNew;
    },
    clear() {
      for (const blocks of functions.values()) for (const block of blocks.values()) block.magnitudes = 0;
    },
    count() {
      const blocks = [...functions.values()].flatMap((of) => [...of.values()]);
      return { covered: blocks.filter(({ magnitudes }) => magnitudes > 0).length, blocks: blocks.length };
    },
    [Symbol.dispose]: () => session.disconnect(),
  };
}

/** Of the innermost range: ranges are listed from the outside to the inside. */
function findCount(ranges: readonly Range[], { start, end }: Block): number {
  return (
    ranges.findLast(({ startOffset, endOffset }) => startOffset <= start && end <= endOffset)?.count ?? 0
  );
}
