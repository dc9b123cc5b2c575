import { expect, test } from 'vitest';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { renderComponent } from '#test/support/components/render-component.tsx';
import { AdminErrorPage } from './admin-error-page.tsx';

test.each([
  [401, 'You are no longer signed in', [['Sign in', '/admin/sign-in']]],
  [403, 'Your role does not allow this', [['Blog', '/admin/blog']]],
  [503, 'Not saved', []],
] as const)('%i shows the reason and its links %j besides the home page', async (status, title, links) => {
  const screen = await renderComponent(<AdminErrorPage status={status} />);
  await expect.element(screen.getByRole('heading', { level: 1 })).toHaveTextContent(title);
  const [, ...others] = screen.getByRole('link').elements();
  expect(others.map((link) => [link.textContent, link.getAttribute('href')])).toEqual(links);
  await expectAccessible({ isPage: true });
});
