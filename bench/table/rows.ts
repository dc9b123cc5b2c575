/** The rows of the page, known to all servers and to the check of what they send. */
import { createHash } from 'node:crypto';

export interface Row {
  id: string;
  name: string;
}

const rows: readonly Row[] = Array.from({ length: 1000 }, (_, index) => ({
  id: toUuid(`id ${index}`),
  name: toUuid(`name ${index}`),
}));

function toUuid(text: string): string {
  const digits = createHash('sha256').update(text).digest('hex');
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5');
}

/** Asynchronous, as a query would be. */
export function loadRows(): Promise<readonly Row[]> {
  return new Promise((resolve) => setTimeout(() => resolve(rows), 0));
}

export function renderRows(list: readonly Row[]): string {
  return list.map(({ id, name }) => `<tr><td>${id}</td><td>${name}</td></tr>`).join('');
}
