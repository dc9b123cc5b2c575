import { expect, test } from 'vitest';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { renderComponent } from '#test/support/components/render-component.tsx';
import { RefusedPage } from './refused-page.tsx';

test.each([
  [401, 'You are no longer signed in', 'Sign in', '/admin/sign-in'],
  [403, 'Your role does not allow this', 'Blog', '/admin/blog'],
] as const)('%i says why and where to go on', async (status, title, link, href) => {
  const screen = await renderComponent(<RefusedPage status={status} />);
  await expect.element(screen.getByRole('heading', { level: 1 })).toHaveTextContent(title);
  await expect.element(screen.getByRole('link', { name: link, exact: true })).toHaveAttribute('href', href);
  await expectAccessible({ isPage: true });
});

test('503 says that nothing can be stored, and leads nowhere', async () => {
  const screen = await renderComponent(<RefusedPage status={503} />);
  await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible();
  expect(screen.getByRole('link').elements()).toHaveLength(1);
});
