import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mutationSettings } from './mutation-areas.ts';

interface MutantDescription {
  fileName: string;
  mutatorName: string;
  replacement?: string | undefined;
  location: { start: { line: number; column: number }; end: { line: number; column: number } };
}

interface Mutant extends MutantDescription {
  id: string;
}

type CheckResult = { status: 'passed' } | { status: 'compileError'; reason: string };

const percent = Number(process.env[mutationSettings.percent] ?? 100);

/** Stable across runs of the same sources. Lines and columns count from 1. */
export function mutantId({ fileName, mutatorName, replacement = '', location }: MutantDescription): string {
  const file = fileName.slice(fileName.lastIndexOf('src/'));
  const { start, end } = location;
  const change = replacement.replace(/\s+/g, ' ').slice(0, 120);
  return [`${file}:${start.line}:${start.column}-${end.line}:${end.column}`, mutatorName, change].join('\t');
}

const survivors = process.env[mutationSettings.survivors];
const listed = survivors === undefined ? null : new Set(readFileSync(survivors, 'utf8').split('\n'));

function isInSample(mutant: Mutant): boolean {
  const { start, end } = mutant.location;
  // StrykerJS counts from 0 here.
  const location = {
    start: { line: start.line + 1, column: start.column + 1 },
    end: { line: end.line + 1, column: end.column + 1 },
  };
  const id = mutantId({ ...mutant, location });
  if (listed) return listed.has(id);
  const digest = createHash('sha256').update(id).digest();
  return digest.readUInt32BE() / 2 ** 32 < percent / 100;
}

const sampleChecker = {
  async init(): Promise<void> {
    // Nothing to prepare.
  },

  async check(mutants: Mutant[]): Promise<Record<string, CheckResult>> {
    const check = (mutant: Mutant): CheckResult =>
      isInSample(mutant) ? { status: 'passed' } : { status: 'compileError', reason: 'not in the sample' };
    return Object.fromEntries(mutants.map((mutant) => [mutant.id, check(mutant)]));
  },

  group: async (mutants: Mutant[]): Promise<string[][]> => [mutants.map(({ id }) => id)],
};

export const strykerPlugins = [{ kind: 'Checker', name: 'sample', value: sampleChecker }];
