import { searchLengthLimit } from '../../contract.ts';

export interface ListFilters {
  search: string;
  /** From 1. */
  page: number;
}

// Only the canonical spelling of a number, so each page has one URL.
const pageNumberPattern = /^[1-9]\d{0,5}$/;

/** `page` is null if it's invalid. */
export function parseListParams(parameters: URLSearchParams) {
  const readText = (name: string) => parameters.get(name)?.replaceAll('\0', '').trim() ?? '';
  const page = readText('page') || '1';
  return {
    readText,
    search: readText('search').slice(0, searchLengthLimit).trim(),
    page: pageNumberPattern.test(page) ? Number(page) : null,
  };
}
