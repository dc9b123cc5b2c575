import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#test/support/components/expect-accessible.ts';
import { renderIsland } from '#test/support/components/render-island.tsx';
import { stopClock } from '#test/support/components/stop-clock.ts';
import { useToasts } from './toast-provider.tsx';

const onPick = vi.fn();

afterEach(() => {
  onPick.mockReset();
});

function Buttons() {
  const { show, dismissOpen } = useToasts();
  return (
    <main>
      <h1>Page</h1>
      <button type="button" onClick={() => show({ title: 'First', description: 'One.' })}>
        Show first
      </button>
      <button
        type="button"
        onClick={() => show({ title: 'Second', description: 'Two.', tone: 'destructive' })}
      >
        Show second
      </button>
      <button
        type="button"
        onClick={() => show({ title: 'Deleted', description: 'Gone.', action: { label: 'Undo', onPick } })}
      >
        Show undo
      </button>
      <button type="button" onClick={dismissOpen}>
        Next step
      </button>
    </main>
  );
}

async function openToasts() {
  const screen = await renderIsland(<Buttons />);
  return {
    screen,
    toast: (title: string) => screen.getByRole('listitem').filter({ hasText: title }),
    press: (name: string) => screen.getByRole('button', { name, exact: true }).click(),
  };
}

test('a toast shows its title and text, and the next toast replaces it', async () => {
  await page.viewport(320, 700);
  const { toast, press } = await openToasts();
  await press('Show first');
  await expect.element(toast('First').getByText('One.', { exact: true })).toBeVisible();
  await expectAccessible();
  await press('Show second');
  await expect.element(toast('Second')).toBeVisible();
  await expect.element(toast('First')).not.toBeInTheDocument();
});

test('a toast closes after five seconds, or after ten with an action', async () => {
  const { toast, press } = await openToasts();
  // The first toast loads them.
  await press('Show second');
  await expect.element(toast('Second')).toBeVisible();
  stopClock();
  for (const [button, title, duration] of [
    ['Show first', 'First', 5_000],
    ['Show undo', 'Deleted', 10_000],
  ] as const) {
    await press(button);
    await expect.element(toast(title)).toBeVisible();
    await vi.advanceTimersByTimeAsync(duration - 100);
    await expect.element(toast(title)).toBeVisible();
    await vi.advanceTimersByTimeAsync(100);
    await expect.element(toast(title)).not.toBeInTheDocument();
  }
});

test('clicking the action runs it and closes the toast', async () => {
  const { toast, press } = await openToasts();
  await press('Show undo');
  await toast('Deleted').getByRole('button', { name: 'Undo' }).click();
  expect(onPick).toHaveBeenCalledOnce();
  await expect.element(toast('Deleted')).not.toBeInTheDocument();
});

test('dismissOpen closes the open toast', async () => {
  const { toast, press } = await openToasts();
  await press('Show first');
  await expect.element(toast('First')).toBeVisible();
  await press('Next step');
  await expect.element(toast('First')).not.toBeInTheDocument();
});

test('F8 moves the focus to the toast, and Escape closes it and returns the focus', async () => {
  const { screen, toast, press } = await openToasts();
  await press('Show first');
  await expect.element(toast('First')).toBeVisible();
  await expect.element(screen.getByRole('region', { name: 'Notifications (F8)' })).toBeInTheDocument();
  await userEvent.keyboard('{F8}');
  await userEvent.tab();
  expect(toast('First').element().contains(document.activeElement)).toBe(true);
  await userEvent.keyboard('{Escape}');
  await expect.element(toast('First')).not.toBeInTheDocument();
  await expect.element(screen.getByRole('button', { name: 'Show first' })).toHaveFocus();
});

test('the close button closes the toast and returns the focus', async () => {
  const { screen, toast, press } = await openToasts();
  await press('Show second');
  await toast('Second').getByRole('button', { name: 'Close' }).click();
  await expect.element(toast('Second')).not.toBeInTheDocument();
  await expect.element(screen.getByRole('button', { name: 'Show second' })).toHaveFocus();
});

test('a toast waits while the pointer is over it', async () => {
  const { toast, press } = await openToasts();
  await press('Show second');
  await expect.element(toast('Second')).toBeVisible();
  stopClock();
  await press('Show first');
  await expect.element(toast('First')).toBeVisible();
  await toast('First').hover();
  await vi.advanceTimersByTimeAsync(60_000);
  await expect.element(toast('First')).toBeVisible();
  await toast('First').unhover();
  await vi.advanceTimersByTimeAsync(5_000);
  await expect.element(toast('First')).not.toBeInTheDocument();
});

test('a toast keeps its remaining time while the pointer is over it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  vi.spyOn(vi, 'isFakeTimers').mockReturnValue(false);
  const { toast, press } = await openToasts();
  await press('Show first');
  await expect.element(toast('First')).toBeVisible();
  await vi.advanceTimersByTimeAsync(3_000);
  await toast('First').hover();
  await vi.advanceTimersByTimeAsync(60_000);
  await toast('First').unhover();
  await vi.advanceTimersByTimeAsync(1_900);
  await expect.element(toast('First')).toBeVisible();
  await vi.advanceTimersByTimeAsync(100);
  await expect.element(toast('First')).not.toBeInTheDocument();
});

test('a toast that replaces a focused one closes by itself, and the focus returns', async () => {
  const { screen, toast, press } = await openToasts();
  await press('Show second');
  await expect.element(toast('Second')).toBeVisible();
  stopClock();
  await userEvent.keyboard('{F8}');
  await userEvent.tab();
  expect(toast('Second').element().contains(document.activeElement)).toBe(true);
  await vi.advanceTimersByTimeAsync(60_000);
  await expect.element(toast('Second')).toBeVisible();
  (screen.getByRole('button', { name: 'Show first' }).element() as HTMLElement).click();
  await expect.element(toast('First')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Show second' })).toHaveFocus();
  await vi.advanceTimersByTimeAsync(5_000);
  await expect.element(toast('First')).not.toBeInTheDocument();
});

test('a toast waits while another window has the focus', async () => {
  const { toast, press } = await openToasts();
  await press('Show second');
  await expect.element(toast('Second')).toBeVisible();
  stopClock();
  await press('Show first');
  await expect.element(toast('First')).toBeVisible();
  window.dispatchEvent(new Event('blur'));
  await vi.advanceTimersByTimeAsync(60_000);
  await expect.element(toast('First')).toBeVisible();
  window.dispatchEvent(new Event('focus'));
  await vi.advanceTimersByTimeAsync(5_000);
  await expect.element(toast('First')).not.toBeInTheDocument();
});

test('Escape closes the toast wherever the focus is, and F8 then does nothing', async () => {
  const { screen, toast, press } = await openToasts();
  await press('Show first');
  await expect.element(toast('First')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(toast('First')).not.toBeInTheDocument();
  await userEvent.keyboard('{F8}');
  await expect.element(screen.getByRole('button', { name: 'Show first' })).toHaveFocus();
});

test('a toast is announced once', async () => {
  const { screen, press } = await openToasts();
  await press('Show undo');
  const announcement = screen.getByRole('status');
  await expect.element(announcement).toHaveTextContent('Notification Deleted Gone. Undo');
  await expect.element(announcement).not.toBeInTheDocument();
});

test('the announcement appears in a region that was empty before', async () => {
  const { screen, press } = await openToasts();
  await press('Show first');
  const announcement = screen.getByRole('status');
  await expect.element(announcement).toHaveTextContent('Notification First One.');
  await expect.element(announcement).not.toBeInTheDocument();
  const frames: FrameRequestCallback[] = [];
  vi.spyOn(window, 'requestAnimationFrame').mockImplementation((callback) => frames.push(callback));
  (screen.getByRole('button', { name: 'Show second' }).element() as HTMLElement).click();
  await expect.element(announcement).toBeInTheDocument();
  expect(announcement.element().textContent).toBe('');
  await expect.poll(() => frames.splice(0).map((run) => run(0)).length).toBe(0);
  await expect.element(announcement).toHaveTextContent('Notification Second Two.');
});

test('with motion, a closed toast stays faded until it is removed', async () => {
  await commands.emulateMedia({ reducedMotion: 'no-preference' });
  onTestFinished(() => commands.emulateMedia({ reducedMotion: null }));
  const { toast, press } = await openToasts();
  await press('Show first');
  await expect.element(toast('First')).toBeVisible();
  const item = toast('First').element();
  let fill: string | undefined;
  item.addEventListener('animationstart', () => {
    if (item.getAttribute('data-state') === 'closed')
      fill = item.getAnimations()[0]?.effect?.getTiming().fill;
  });
  await press('Next step');
  await expect.element(toast('First')).not.toBeInTheDocument();
  expect(fill).toBe('forwards');
});

test('a long swipe to the right closes the toast; a short or a vertical one does not, and none presses a button', async () => {
  const { toast, press } = await openToasts();
  await press('Show undo');
  const undo = toast('Deleted');
  await expect.element(undo).toBeVisible();
  const swipe = (x: number, y = 0) =>
    userEvent.dragAndDrop(undo, undo, {
      sourcePosition: { x: 20, y: 10 },
      targetPosition: { x: 20 + x, y: 10 + y },
      steps: 5,
    });
  await swipe(40);
  await swipe(20, 40);
  await expect.element(undo).toBeVisible();
  const button = undo.getByRole('button', { name: 'Undo' });
  await userEvent.dragAndDrop(button, button, {
    sourcePosition: { x: 5, y: 20 },
    targetPosition: { x: 70, y: 20 },
    steps: 5,
    force: true,
  });
  await expect.element(undo).not.toBeInTheDocument();
  expect(onPick).not.toHaveBeenCalled();
});

test('a toast that is dismissed while it has the focus returns it', async () => {
  const { screen, toast, press } = await openToasts();
  await press('Show first');
  await expect.element(toast('First')).toBeVisible();
  await userEvent.keyboard('{F8}');
  await userEvent.tab();
  (screen.getByRole('button', { name: 'Next step' }).element() as HTMLElement).click();
  await expect.element(toast('First')).not.toBeInTheDocument();
  await expect.element(screen.getByRole('button', { name: 'Show first' })).toHaveFocus();
});

test('a toast that replaces one under the pointer waits too, until the pointer leaves it', async () => {
  const { screen, toast, press } = await openToasts();
  await press('Show second');
  await expect.element(toast('Second')).toBeVisible();
  stopClock();
  await toast('Second').hover();
  (screen.getByRole('button', { name: 'Show first' }).element() as HTMLElement).click();
  // The browser finds out a moment later what is under the pointer.
  await expect.poll(() => toast('First').element().matches(':hover')).toBe(true);
  await vi.advanceTimersByTimeAsync(60_000);
  await expect.element(toast('First')).toBeVisible();
  await toast('First').unhover();
  await vi.advanceTimersByTimeAsync(5_000);
  await expect.element(toast('First')).not.toBeInTheDocument();
});

test('a toast that appears while the tab is hidden waits until it is visible', async () => {
  const { toast, press } = await openToasts();
  await press('Show second');
  await expect.element(toast('Second')).toBeVisible();
  stopClock();
  vi.spyOn(document, 'hasFocus').mockReturnValue(false);
  await press('Show first');
  await expect.element(toast('First')).toBeVisible();
  await vi.advanceTimersByTimeAsync(60_000);
  await expect.element(toast('First')).toBeVisible();
  window.dispatchEvent(new Event('focus'));
  await vi.advanceTimersByTimeAsync(5_000);
  await expect.element(toast('First')).not.toBeInTheDocument();
});

test('a second click on the action of a closing toast does nothing', async () => {
  await commands.emulateMedia({ reducedMotion: 'no-preference' });
  onTestFinished(() => commands.emulateMedia({ reducedMotion: null }));
  const { toast, press } = await openToasts();
  await press('Show undo');
  const undo = toast('Deleted').getByRole('button', { name: 'Undo' }).element() as HTMLElement;
  undo.click();
  await expect.element(toast('Deleted')).toHaveAttribute('data-state', 'closed');
  undo.click();
  await expect.element(toast('Deleted')).not.toBeInTheDocument();
  expect(onPick).toHaveBeenCalledOnce();
});

test('a button that is released outside the window ends the swipe', async () => {
  const { toast, press } = await openToasts();
  await press('Show first');
  await expect.element(toast('First')).toBeVisible();
  const item = toast('First').element();
  const point = (type: string, clientX: number, buttons: number) =>
    item.dispatchEvent(
      new PointerEvent(type, { pointerType: 'mouse', clientX, clientY: 20, buttons, bubbles: true }),
    );
  point('pointerdown', 20, 1);
  point('pointermove', 30, 0);
  point('pointermove', 200, 1);
  point('pointerup', 200, 0);
  expect(item).toHaveAttribute('data-state', 'open');
  await expect.element(toast('First')).toBeVisible();
});
