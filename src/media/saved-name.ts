/** The rule itself is in src/names, where the page and the command line find it too. */
export { usualName as savedName } from '#names/name-file.ts';
export { safeFileName } from '#names/safe-file-name.ts';
