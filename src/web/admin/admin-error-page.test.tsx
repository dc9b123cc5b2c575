import { expect, test } from 'vitest';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { renderComponent } from '#test/support/components/render-component.tsx';
import { AdminErrorPage } from './admin-error-page.tsx';

test.each([
  [401, 'You are no longer signed in', 'Sign in', '/admin/sign-in'],
  [403, 'Your role does not allow this', 'Blog', '/admin/blog'],
] as const)('%i shows the reason and a link', async (status, title, link, href) => {
  const screen = await renderComponent(<AdminErrorPage status={status} />);
  await expect.element(screen.getByRole('heading', { level: 1 })).toHaveTextContent(title);
  await expect.element(screen.getByRole('link', { name: link, exact: true })).toHaveAttribute('href', href);
  await expectAccessible({ isPage: true });
});

test('503 says that storage is unavailable and has no further link', async () => {
  const screen = await renderComponent(<AdminErrorPage status={503} />);
  await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible();
  expect(screen.getByRole('link').elements()).toHaveLength(1);
});
