import { expect, test } from 'vitest';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { renderComponent } from '#test/support/components/render-component.tsx';
import { AdminErrorPage } from './admin-error-page.tsx';

test.each([
  [401, 'You’re signed out', [['Sign in', '/admin/sign-in']]],
  [403, 'Your role doesn’t allow this action', [['Blog', '/admin/blog']]],
  [503, 'Not saved', []],
] as const)('%i shows the reason and its links %j besides the home page', async (status, title, links) => {
  const screen = await renderComponent(<AdminErrorPage status={status} />);
  await expect.element(screen.getByRole('heading', { level: 1 })).toHaveTextContent(title);
  const shown = screen.getByRole('link').elements();
  expect(
    shown.map((link) => [link.textContent, link.getAttribute('href')]).filter(([, href]) => href !== '/'),
  ).toEqual(links);
  await expect.element(screen.getByRole('contentinfo')).toMatchTextContent('Back to Home');
  await expectAccessible({ isPage: true });
});
