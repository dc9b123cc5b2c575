interface ReadBlock {
  id: string;
  source: string;
  translation: string;
}

/** Of the second reader of translations. */
export const isReading = (instructions: string) => instructions.startsWith('You review translations');

export function parseReadBlocks(data: string): ReadBlock[] {
  return data
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as ReadBlock);
}

export const scoreBlocks = (blocks: readonly { id: string }[], score: number) =>
  JSON.stringify({ blocks: blocks.map(({ id }) => ({ id, score, faults: [], better: '' })) });
