import { imageWidths } from '#blog/contract.ts';

const storedImagePattern = /^\/files\/[0-9a-f-]{36}\/(\d{1,5})\.webp$/;

export function isStoredImageUrl(url: string): boolean {
  return storedImagePattern.test(url);
}

/** The stored size that is sharp enough in the editor; other URLs stay unchanged. */
export function editorImageUrl(url: string): string {
  const width = Number(storedImagePattern.exec(url)?.[1] ?? 0);
  const editorWidth = imageWidths.find((candidate) => candidate >= 1200) ?? width;
  return width > editorWidth ? url.replace(/\d+\.webp$/, `${editorWidth}.webp`) : url;
}
