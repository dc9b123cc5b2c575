import type { Locator, Page } from 'playwright';
import type { Locale } from '#i18n/locales.ts';
import { readMessages } from '#i18n/server-translator.ts';
import type { EnglishMessages } from '#i18n/translator.ts';
import type { SceneName } from '#test/fakes/threads/scenes.ts';
import { scenes } from '#test/fakes/threads/scenes.ts';
import { readDownload } from './browser-page.ts';
import { digestOriginal } from './remove-metadata.ts';

/** Without plural messages, which have different forms in each language. */
type PlainMessageKey = {
  [Key in keyof EnglishMessages]: EnglishMessages[Key] extends string ? Key : never;
}[keyof EnglishMessages];
export type PlainMessages = Pick<EnglishMessages, PlainMessageKey>;

const read = (locale: Locale) => readMessages(locale) as EnglishMessages;
export const messages = { en: read('en'), de: read('de'), th: read('th') };

/** SHA-256 of the files of a post, in order. */
export function listDigests(scene: SceneName): (string | null)[] {
  const { expected } = scenes[scene];
  return 'items' in expected ? expected.items.map(({ sha256 }) => sha256) : [];
}

export function downloaderOn(page: Page, texts: PlainMessages = messages.en) {
  const field = page.getByLabel(texts['form.label']);
  const answer = page.getByPlaceholder(texts['verification.answer'], { exact: true });
  const downloads = page.getByRole('button', {
    name: new RegExp(`^${texts['action.download']} (?!Another|·|\\d)`),
  });
  const locked = page.getByRole('button', { name: new RegExp(`^${texts['verification.first']} (?!·)`) });

  return {
    field,
    answer,
    downloads,
    locked,
    found: page.getByRole('heading', { name: texts['stage.verifying'], exact: true }),
    ready: page.getByRole('heading', { name: texts['stage.downloading'], exact: true }),
    problem: page.getByRole('heading', { name: texts['problem.title'], exact: true }),
    toast: (title: string) => page.getByRole('listitem').filter({ hasText: title }).first(),
    async extract(link: string): Promise<void> {
      await field.fill(link);
      await page.keyboard.press('Enter');
    },
    sum: () => readSum(page, texts),
    async type(value: string): Promise<void> {
      await answer.fill(value);
      await page.keyboard.press('Enter');
    },
    /** Without JavaScript, the answer has to be sent. */
    async verify({ isSent = false } = {}): Promise<void> {
      const { left, right } = await readSum(page, texts);
      await answer.fill(String(left + right));
      if (isSent) await page.keyboard.press('Enter');
      await page.getByText(texts['verification.done'], { exact: true }).waitFor();
    },
    save: (button: Locator) => save(page, button),
  };
}

async function readSum(page: Page, texts: PlainMessages): Promise<{ left: number; right: number }> {
  const pattern = new RegExp(
    texts['verification.sum'].replace(/[?.*+()[\]]/g, '\\$&').replace(/\\?\{(left|right)\\?\}/g, '(\\d+)'),
  );
  const text = (await page.getByText(pattern).first().textContent()) ?? '';
  const [, left, right] = pattern.exec(text) ?? [];
  return { left: Number(left), right: Number(right) };
}

/** Clicks and waits until the file is on disk. */
async function save(page: Page, button: Locator): Promise<{ name: string; sha256: string; bytes: number }> {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  const content = await readDownload(download);
  return {
    name: download.suggestedFilename(),
    sha256: digestOriginal(content),
    bytes: content.length,
  };
}
