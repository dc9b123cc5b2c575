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
  const navigation = screen.getByRole('navigation', { name: 'Administration' });
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

test('the sign-out button is a form', async () => {
  const submissions = recordSubmissions();
  const { screen } = await show();
  await screen.getByRole('button', { name: 'Sign out' }).click();
  expect(submissions).toEqual([{ method: 'post', path: '/admin/sign-out', fields: {} }]);
});

test('the first tab stop skips the navigation', async () => {
  const { screen } = await show();
  await expect.element(screen.getByRole('main')).toMatchTextContent('content');
  await userEvent.keyboard('{Tab}');
  const skip = screen.getByRole('link', { name: 'Skip to the content' });
  await expect.element(skip).toHaveFocus();
  await expect.element(skip).toHaveAttribute('href', '#main');
});
