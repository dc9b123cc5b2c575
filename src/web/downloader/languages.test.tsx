import { expect, test } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { messages } from '#test/support/messages.ts';
import { buildCarousel, postUrl } from './fixtures/build-response.ts';
import { extraction, renderDownloader, solve } from './fixtures/render-downloader.tsx';

test.each(['de', 'th'] as const)(
  'the downloader in %s is accessible at every step on a narrow phone in dark mode',
  async (locale) => {
    const texts = messages[locale];
    await page.viewport(320, 700);
    document.documentElement.lang = locale;
    await commands.emulateMedia({ colorScheme: 'dark' });
    await renderDownloader([{ body: buildCarousel(2) }], { locale });
    const field = page.getByLabelText(texts['form.label']);
    await expectAccessible();
    await field.fill(postUrl);
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('heading', { name: texts['stage.verifying'] })).toBeVisible();
    await expectAccessible();

    const question = texts['verification.sum'].replace(/[?.*+()[\]]/g, '\\$&').replace(/\{\w+\}/g, '\\d+');
    const sum = page.getByText(new RegExp(question)).first().element().textContent;
    await page.getByPlaceholder(texts['verification.answer']).fill(String(solve(sum)));
    await expect.element(page.getByText(texts['verification.done'], { exact: true })).toBeVisible();
    await expectAccessible();

    await commands.stubResponses(extraction, [
      {
        body: { success: false, qualities: [], code: 'post.private', error: texts['error.post.private'] },
      },
    ]);
    await page.getByRole('button', { name: texts['action.another'] }).click();
    await field.fill(postUrl);
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText(texts['error.post.private']).first()).toBeVisible();
    await expectAccessible();
  },
);
