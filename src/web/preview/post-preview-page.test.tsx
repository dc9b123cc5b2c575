import { expect, test } from 'vitest';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { renderAdminPage } from '#test/support/components/render-page.tsx';
import { createAdminPost } from '../admin/fixtures/admin-posts.ts';
import PostPreviewPage from './post-preview-page.tsx';

test('the preview bar is in the language of the user and links to the editor', async () => {
  const { screen } = await renderAdminPage(PostPreviewPage, {
    path: '/admin/preview/post-1',
    loaderData: {
      post: createAdminPost({ title: 'ว่าว', locale: 'th', status: 'draft' }),
      bar: {
        name: 'Preview',
        text: 'This is how readers will see it.',
        lang: 'en',
        edit: 'Edit post',
      },
    },
    locale: 'th',
  });
  const bar = screen.getByRole('complementary', { name: 'Preview' });
  await expect.element(bar).toHaveAttribute('lang', 'en');
  await expect.element(bar).toMatchTextContent('This is how readers will see it.');
  const edit = bar.getByRole('link', { name: 'Edit post' });
  await expect.element(edit).toHaveAttribute('href', '/admin/blog/post-1');
  // The editor may show this page in an iframe.
  await expect.element(edit).toHaveAttribute('target', '_top');
  await expect.element(screen.getByRole('heading', { level: 1 })).toHaveTextContent('ว่าว');
  await expectAccessible();
});
