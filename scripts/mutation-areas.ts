export interface MutationArea {
  sources: string[];
  tests: string[];
  needsDatabase?: boolean;
}

export const mutationAreas: Record<string, MutationArea> = {
  verification: { sources: ['src/verification/*.ts'], tests: ['src/verification/*.test.ts'] },
  names: { sources: ['src/names/*.ts'], tests: ['src/names/*.test.ts'] },
  sanitizer: {
    sources: ['src/blog/{sanitise,sound-*,limit-markup,prepare-post}.ts'],
    tests: ['src/blog/{sanitise*,sound-*,limit-markup*,prepare-post,hostile-html}.test.ts'],
    needsDatabase: true,
  },
  // The excluded files are tested with whole runs over HTTP.
  blocks: {
    sources: ['src/assistant/*block*.ts', '!src/assistant/{block-memory,block-offers,gather-blocks}.ts'],
    tests: ['src/assistant/{*block*,split-text,translate-faults}.test.ts'],
    needsDatabase: true,
  },
  threads: {
    sources: ['src/threads/*.ts'],
    tests: ['src/threads/*.test.ts'],
  },
  media: {
    sources: ['src/media/*.ts'],
    tests: ['src/media/*.test.ts'],
  },
};

/** Environment variables for the processes of a run. */
export const mutationSettings = {
  area: 'MUTATION_AREA',
  percent: 'MUTATION_PERCENT',
  survivors: 'MUTATION_SURVIVORS',
  folder: 'MUTATION_FOLDER',
} as const;
