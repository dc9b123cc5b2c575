export interface MutationArea {
  sources: string[];
  tests: string[];
  needsDatabase?: boolean;
}

export const mutationAreas: Record<string, MutationArea> = {
  verification: { sources: ['src/verification/*.ts'], tests: ['src/verification/*.test.ts'] },
  filenames: { sources: ['src/filenames/*.ts'], tests: ['src/filenames/*.test.ts'] },
  sanitizer: {
    sources: [
      'src/content/sanitize-content.ts',
      'src/content/normalize-html.ts',
      'src/content/link-url.ts',
      'src/content/html/*.ts',
      'src/blog/writing/prepare-post.ts',
    ],
    tests: [
      'src/content/sanitize-content*.test.ts',
      'src/content/normalize-html.test.ts',
      'src/content/link-url.test.ts',
      'src/content/html/*.test.ts',
      'src/blog/writing/prepare-post.test.ts',
    ],
    needsDatabase: true,
  },
  // The excluded files are tested with whole runs over HTTP.
  blocks: {
    sources: ['src/translation/blocks/*.ts', '!src/translation/blocks/block-queries.ts'],
    tests: ['src/translation/blocks/*.test.ts'],
    needsDatabase: true,
  },
  threads: {
    sources: ['src/threads/**/*.ts'],
    tests: ['src/threads/**/*.test.ts'],
  },
  media: {
    sources: ['src/media/**/*.ts'],
    tests: ['src/media/**/*.test.ts'],
  },
};

/** Environment variables for the processes of a run. */
export const mutationSettings = {
  area: 'MUTATION_AREA',
  percent: 'MUTATION_PERCENT',
  survivors: 'MUTATION_SURVIVORS',
  folder: 'MUTATION_FOLDER',
} as const;
