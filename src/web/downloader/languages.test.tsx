import { expect, test } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import de from '#i18n/messages/de.json' with { type: 'json' };
import th from '#i18n/messages/th.json' with { type: 'json' };
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { buildCarousel, postUrl } from './fixtures/build-answer.ts';
import { extraction, renderDownloader, solve } from './fixtures/render-downloader.tsx';

test.each([
  ['de', de],
  ['th', th],
] as const)(
  'on a narrow phone in the dark the downloader in %s is accessible at each step',
  async (locale, words) => {
    await page.viewport(320, 700);
    document.documentElement.lang = locale;
    await commands.emulateMedia({ colorScheme: 'dark' });
    await renderDownloader([{ body: buildCarousel(2) }], { locale });
    const field = page.getByLabelText(words['form.label']);
    await expectAccessible();
    await field.fill(postUrl);
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('heading', { name: words['stage.verifying'] })).toBeVisible();
    await expectAccessible();

    const question = words['verification.sum'].replace(/[?.*+()[\]]/g, '\\$&').replace(/\{\w+\}/g, '\\d+');
    const sum = page.getByText(new RegExp(question)).first().element().textContent;
    await page.getByPlaceholder(words['verification.answer']).fill(String(solve(sum)));
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText(words['verification.done'], { exact: true })).toBeVisible();
    await expectAccessible();

    await commands.stubResponses(extraction, [
      { body: { success: false, qualities: [], code: 'post.private', error: words['error.post.private'] } },
    ]);
    await page.getByRole('button', { name: words['action.another'] }).click();
    await field.fill(postUrl);
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText(words['error.post.private']).first()).toBeVisible();
    await expectAccessible();
  },
);
