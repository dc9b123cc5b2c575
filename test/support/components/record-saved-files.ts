import { onTestFinished, vi } from 'vitest';

interface SavedTextFile {
  name: string;
  text: string;
}

/** Records files that the page saves as downloads, until the test ends. */
export function recordSavedFiles(): () => Promise<SavedTextFile[]> {
  const files: Promise<SavedTextFile>[] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    const { download: name, href } = this;
    files.push(
      fetch(href)
        .then((response) => response.text())
        .then((text) => ({ name, text })),
    );
  });
  onTestFinished(() => click.mockRestore());
  return () => Promise.all(files);
}
