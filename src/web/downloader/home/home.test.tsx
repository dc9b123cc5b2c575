import { expect, test, vi } from 'vitest';
import { renderIsland } from '#test/support/components/render-island.tsx';
import { findIsland } from '../../rendering/island.tsx';
import { ApplicationErrorPage } from '../../site/error-pages.tsx';
import { CrashBoundary } from '../../ui/crash-boundary.tsx';
import { HomeIsland, homeIslandId } from './home.tsx';

function Broken(): never {
  throw new Error('broken component');
}

test('the browser finds the part of the page to hydrate, with the props that the server rendered', async () => {
  const props = {
    counter: { value: 2_847_692 },
    contactEmail: 'help@example.org',
    problem: { text: 'A "quoted" <text> & more', post: null },
    formResult: null,
    initialLink: null,
  };
  const screen = await renderIsland(<HomeIsland {...props} />);
  const island = findIsland(homeIslandId);
  expect(island.props).toEqual(props);
  expect(island.container).toContainElement(screen.getByRole('main').element());
});

test('findIsland rejects a page without the island', () => {
  expect(() => findIsland(homeIslandId)).toThrow('the page has no island #home');
});

test('a crash shows the error page with a link to the home page', async () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const screen = await renderIsland(
    <CrashBoundary ErrorPage={ApplicationErrorPage}>
      <Broken />
    </CrashBoundary>,
  );
  await expect.element(screen.getByText('broken component')).toBeVisible();
  await expect.element(screen.getByRole('main').getByRole('link')).toHaveAttribute('href', '/');
  expect(error).toHaveBeenCalled();
});
