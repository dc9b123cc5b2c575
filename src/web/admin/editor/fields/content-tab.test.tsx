import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { Locale } from '#i18n/locales.ts';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { renderEditorPart } from '../fixtures/render-editor-part.tsx';
import { type } from '../rich-text/fixtures/open-text.tsx';
import { ContentTab } from './content-tab.tsx';
import { PostCanvas } from './post-canvas.tsx';

async function openContent(fields = {}, locale: Locale = 'en') {
  const { screen, fields: current } = await renderEditorPart(
    (context) => (
      <>
        <PostCanvas context={context} />
        <ContentTab context={context} />
      </>
    ),
    {
      fields,
      locale,
    },
  );
  const field = (label: string) => screen.getByLabelText(label, { exact: true });
  return { screen, current, title: field('Title'), slug: field('Slug'), excerpt: field('Excerpt') };
}

test('title, excerpt and text reach the form while the user types', async () => {
  const { screen, current, title, excerpt } = await openContent();
  await title.fill('Saving 3 Videos -- at once!');
  await excerpt.fill('All of a thread.');
  await expect.element(excerpt).toHaveAttribute('rows', '3');
  await screen.getByRole('textbox', { name: 'Content', exact: true }).click();
  await type('For everyone.');
  expect(current()).toMatchObject({
    title: 'Saving 3 Videos -- at once!',
    slug: '',
    excerpt: 'All of a thread.',
    content: '<p>For everyone.</p>',
  });
  await expectAccessible();
});

test('the slug follows the title until the user writes one, and again after the user clears it', async () => {
  const { screen, current, title, slug } = await openContent();
  await title.click();
  await type('One Two');
  await expect.element(slug).toHaveValue('one-two');
  await expect.element(slug).toHaveAccessibleDescription('/blog/one-two');
  await slug.fill('mine');
  expect(current().slug).toBe('mine');
  await title.fill('Three');
  await expect.element(slug).toHaveValue('mine');
  await slug.fill('');
  await userEvent.keyboard('a');
  await expect.element(slug).toHaveValue('a');
  await userEvent.keyboard('{Backspace}');
  await expect.element(slug).toHaveValue('');
  await title.fill('Four');
  await expect.element(slug).toHaveValue('four');
  await title.fill('Été in Straßburg');
  await expect.element(slug).toHaveValue('ete-in-strassburg');
  await title.fill('视频怎么下载');
  await expect.element(slug).toHaveValue('');
  await expect.element(screen.getByText('Created from the title when the post is saved.')).toBeVisible();
});

test('the fields have the language and the length limits of the post', async () => {
  const { title, slug, excerpt } = await openContent({ slug: 'ein-beitrag' }, 'de');
  for (const field of [title, slug, excerpt]) await expect.element(field).toHaveAttribute('lang', 'de');
  await expect.element(title).toHaveAttribute('maxlength', '300');
  await expect.element(slug).toHaveAttribute('maxlength', '200');
  await expect.element(excerpt).toHaveAttribute('maxlength', '2000');
  await expect.element(slug).toHaveAccessibleDescription('/de/blog/ein-beitrag');
});

test('Enter in the title goes to the text, and a pasted line break becomes a space', async () => {
  const { screen, current, title } = await openContent();
  await title.fill('Two\nlines');
  expect(current().title).toBe('Two lines');
  await title.click();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('textbox', { name: 'Content', exact: true })).toHaveFocus();
  await type('The text.');
  expect(current()).toMatchObject({ title: 'Two lines', content: '<p>The text.</p>' });
});
