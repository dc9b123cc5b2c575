export const isFull = process.env.CHECKS === 'full';

/** How many examples a check of docs/security.md looks at: a few in every run, all with `CHECKS=full`. */
export function runsOfChecks(few: number, all: number): number {
  return isFull ? all : few;
}
