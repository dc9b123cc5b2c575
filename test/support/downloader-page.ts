import { createHash } from 'node:crypto';
import type { Locator, Page } from 'playwright';
import de from '#i18n/messages/de.json' with { type: 'json' };
import en from '#i18n/messages/en.json' with { type: 'json' };
import th from '#i18n/messages/th.json' with { type: 'json' };
import { readDownload } from './connect-browser.ts';

export const words = { en, de, th };
/** But for those with plural forms, which are not the same in every language. */
type WordKey = {
  [Key in keyof typeof en]: (typeof words)[keyof typeof words][Key] extends string ? Key : never;
}[keyof typeof en];
export type Words = Pick<typeof en, WordKey>;

/** Everything a visitor does on the start page, in the words of its language. */
export function downloaderOn(page: Page, texts: Words = en) {
  const field = page.getByLabel(texts['form.label']);
  const answer = page.getByPlaceholder(texts['verification.answer'], { exact: true });
  const downloads = page.getByRole('button', {
    name: new RegExp(`^${texts['action.download']} (?!Another|all |selected|\\d)`),
  });
  const locked = page.getByRole('button', { name: new RegExp(`^${texts['verification.first']} `) });

  return {
    field,
    answer,
    /** Opened, one for each file. */
    downloads,
    /** 'Verify First', one for each file. */
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
    async type(typed: string): Promise<void> {
      await answer.fill(typed);
      await page.keyboard.press('Enter');
    },
    async verify(): Promise<void> {
      const { left, right } = await readSum(page, texts);
      await answer.fill(String(left + right));
      await page.getByRole('button', { name: texts['verification.check'], exact: true }).click();
      await page.getByText(texts['verification.done'], { exact: true }).waitFor();
    },
    save: (button: Locator) => save(page, button),
  };
}

async function readSum(page: Page, texts: Words): Promise<{ left: number; right: number }> {
  const pattern = new RegExp(
    texts['verification.sum'].replace(/[?.*+()[\]]/g, '\\$&').replace(/\\?\{(left|right)\\?\}/g, '(\\d+)'),
  );
  const text = (await page.getByText(pattern).first().textContent()) ?? '';
  const [, left, right] = pattern.exec(text) ?? [];
  return { left: Number(left), right: Number(right) };
}

/** Presses and waits for the file to be on disk. */
async function save(page: Page, button: Locator): Promise<{ name: string; sha256: string; bytes: number }> {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  const content = await readDownload(download);
  return {
    name: download.suggestedFilename(),
    sha256: createHash('sha256').update(content).digest('hex'),
    bytes: content.length,
  };
}
