export interface FuzzTarget {
  /** The code under test, below `src/`: its coverage guides the fuzzer, and its strings are tokens for the inputs. */
  sources: readonly string[];
  maxBytes: number;
  /** Throws if a property doesn't hold. */
  check(input: Buffer): void | Promise<void>;
}

export const targetNames = [
  'link',
  'page',
  'embed',
  'html',
  'range',
  'zip',
  'ticket',
  'answer',
  'markdown',
] as const;
export type TargetName = (typeof targetNames)[number];

export async function loadTarget(name: TargetName): Promise<FuzzTarget> {
  const { target } = await import(`./targets/${name}.ts`);
  return target;
}
