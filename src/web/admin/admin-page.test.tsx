import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { recordSubmissions } from '#test/support/components/record-submissions.ts';
import { ownerPages, renderAdminPage } from '#test/support/components/render-page.tsx';
import { AdminPage } from './admin-page.tsx';

function TagsStub() {
  return (
    <AdminPage
      path="/admin/tags"
      title="Tags"
      subtitle="Words of posts"
      actions={<button type="button">Add</button>}
    >
      <p>content</p>
    </AdminPage>
  );
}

const show = (allowedPaths = ownerPages) =>
  renderAdminPage(TagsStub, { path: '/admin/tags', loaderData: null, allowedPaths });

test('the navigation has the pages the role may open and marks the current one', async () => {
  const { screen } = await show();
  const navigation = screen.getByRole('navigation', { name: 'Admin area' });
  const links = navigation.getByRole('link').elements();
  expect(links.map((link) => link.getAttribute('href'))).toEqual(ownerPages);
  await expect
    .element(navigation.getByRole('link', { name: 'Tags' }))
    .toHaveAttribute('aria-current', 'page');
  expect(links.filter((link) => link.hasAttribute('aria-current'))).toHaveLength(1);
  expect(document.title).toBe('Tags | Unspool');
});

test('an author has no categories, tags, users or keys in the navigation', async () => {
  const { screen } = await show(['/admin/blog', '/admin/account', '/admin/preview/:post']);
  const links = screen.getByRole('navigation').getByRole('link').elements();
  expect(links.map((link) => link.textContent)).toEqual(['Blog', 'Your account']);
});

test('the link to the inbox has the number of new messages', async () => {
  const { screen } = await renderAdminPage(TagsStub, {
    path: '/admin/tags',
    loaderData: null,
    newMessages: 120,
  });
  const link = screen.getByRole('link', { name: 'Inbox 120 new messages' });
  await expect.element(link).toMatchTextContent('99+');
  await expect.element((await show()).screen.getByRole('link', { name: 'Inbox', exact: true })).toBeVisible();
});

test('while Threads seems to be changing, every page links to the figures', async () => {
  const options = { path: '/admin/tags', loaderData: null, isThreadsChanging: true };
  const { screen } = await renderAdminPage(TagsStub, options);
  await expect
    .element(screen.getByRole('link', { name: /^Threads may have changed its pages/ }))
    .toHaveAttribute('href', '/admin/figures');
});

test('the sign-out button is a form', async () => {
  const submissions = recordSubmissions();
  const { screen } = await show();
  await screen.getByRole('button', { name: 'Sign out' }).click();
  expect(submissions).toEqual([{ method: 'post', path: '/admin/sign-out', fields: {} }]);
});

test('every page links to the home page and says that the site is not affiliated', async () => {
  const { screen } = await show();
  const footer = screen.getByRole('contentinfo');
  await expect.element(footer.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/');
  await expect.element(footer).toMatchTextContent('isn’t affiliated with');
});

test('the first tab stop skips the navigation', async () => {
  const { screen } = await show();
  await expect.element(screen.getByRole('main')).toMatchTextContent('content');
  await userEvent.keyboard('{Tab}');
  const skip = screen.getByRole('link', { name: 'Skip to content' });
  await expect.element(skip).toHaveFocus();
  await expect.element(skip).toHaveAttribute('href', '#main');
});
