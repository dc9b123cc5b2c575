import type { Page } from 'playwright';

/**
 * Finds horizontal scrolling, buttons, tabs and badges whose text wraps or is cut, and controls that overlap. With an
 * open modal dialog, only the dialog is measured.
 */
export function findLayoutErrors(page: Page): Promise<string[]> {
  return page.evaluate(measureLayout);
}

/** Runs in the page. */
function measureLayout(): string[] {
  const dialog = document.querySelector('dialog:modal');
  const root = dialog ?? document.body;
  const errors: string[] = [];
  const nameOf = (element: Element) => {
    const text = (element.textContent ?? '').replace(/\s+/g, ' ').trim();
    return `“${text || element.getAttribute('aria-label') || element.tagName.toLowerCase()}”`.slice(0, 80);
  };

  for (const scroller of [document.documentElement, ...(dialog ? [dialog] : [])]) {
    const excess = scroller.scrollWidth - scroller.clientWidth;
    if (excess > 0) errors.push(`${scroller.tagName.toLowerCase()} scrolls sideways by ${excess} px`);
  }

  const isVisible = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    return (
      width > 2 &&
      height > 2 &&
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      !element.closest('.sr-only, [inert]')
    );
  };
  const isBoxed = (style: CSSStyleDeclaration) =>
    style.display !== 'inline' &&
    (Number.parseFloat(style.borderTopWidth) > 0 || style.backgroundColor !== 'rgba(0, 0, 0, 0)');
  const isBadge = (style: CSSStyleDeclaration) =>
    style.display !== 'inline' && Number.parseFloat(style.borderTopLeftRadius) > 99;

  const controls = [
    ...root.querySelectorAll(
      'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=tab], [role=textbox]',
    ),
  ].filter(isVisible);
  /** The text of a button or tab is centered; a row of a list may take several lines. */
  const buttons = controls.filter((element) => {
    const style = getComputedStyle(element);
    if (!element.matches('a, button, summary')) return false;
    return style.textAlign === 'center' && (element.matches('button') || isBoxed(style));
  });
  const badges = [...root.querySelectorAll('span, li')].filter(
    (element) => isVisible(element) && isBadge(getComputedStyle(element)),
  );

  /** The largest number of lines that one piece of text takes. */
  const countLines = (element: Element) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    let most = 0;
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!node.textContent?.trim() || node.parentElement?.closest('.sr-only')) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const tops = [...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => top);
      most = Math.max(most, new Set(tops.map((top) => Math.round(top / 4))).size);
    }
    return most;
  };

  for (const element of new Set([...buttons, ...badges])) {
    const lines = countLines(element);
    if (lines > 1) errors.push(`${nameOf(element)} takes ${lines} lines`);
    for (const box of [element, ...element.querySelectorAll('*')]) {
      const { overflowX } = getComputedStyle(box);
      if (overflowX === 'visible' || box.closest('.sr-only, svg')) continue;
      if (box.scrollWidth > box.clientWidth + 1) {
        errors.push(`${nameOf(element)} is cut by ${box.scrollWidth - box.clientWidth} px`);
      }
    }
  }

  const canvas = document.createElement('canvas').getContext('2d');
  for (const field of controls) {
    const text =
      field instanceof HTMLInputElement
        ? field.placeholder
        : field instanceof HTMLSelectElement
          ? (field.selectedOptions[0]?.textContent ?? '')
          : '';
    if (!text || !canvas) continue;
    const style = getComputedStyle(field);
    canvas.font = getComputedStyle(field, field instanceof HTMLInputElement ? '::placeholder' : null).font;
    const padding = Number.parseFloat(style.paddingLeft) + Number.parseFloat(style.paddingRight);
    const excess = canvas.measureText(text).width - (field.clientWidth - padding);
    if (excess > 1) errors.push(`“${text}” is cut by ${Math.ceil(excess)} px in its field`);
  }

  /** The positioned box that contains an element. Elements of different layers may cover each other. */
  const layerOf = (element: Element | null): Element | null => {
    if (!element || element === root) return null;
    const { position } = getComputedStyle(element);
    return position === 'static' || position === 'relative' ? layerOf(element.parentElement) : element;
  };
  /** What is scrolled out of view covers nothing. */
  const clip = ({ left, right, top, bottom }: DOMRect, parent: Element | null): DOMRect => {
    if (!parent || parent === root) return new DOMRect(left, top, right - left, bottom - top);
    const isScroller = getComputedStyle(parent).overflowX !== 'visible';
    const view = isScroller ? parent.getBoundingClientRect() : { left, right };
    const start = Math.max(left, view.left);
    const width = Math.max(0, Math.min(right, view.right) - start);
    return clip(new DOMRect(start, top, width, bottom - top), parent.parentElement);
  };
  const boxes = controls
    .filter((element) => getComputedStyle(element).opacity !== '0')
    .flatMap((element) => {
      const layer = layerOf(element);
      return [...element.getClientRects()].map((box) => ({
        element,
        box: clip(box, element.parentElement),
        layer,
      }));
    });
  boxes.forEach((first, index) => {
    for (const second of boxes.slice(index + 1)) {
      if (first.layer !== second.layer || first.element === second.element) continue;
      if (first.element.contains(second.element) || second.element.contains(first.element)) continue;
      const width = Math.min(first.box.right, second.box.right) - Math.max(first.box.left, second.box.left);
      const height = Math.min(first.box.bottom, second.box.bottom) - Math.max(first.box.top, second.box.top);
      if (width > 1 && height > 1) {
        errors.push(`${nameOf(first.element)} and ${nameOf(second.element)} overlap`);
      }
    }
  });
  return [...new Set(errors)];
}
