type ClickKeys = Pick<MouseEvent, 'button' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;

/** False for clicks that open a new tab or window, or download. */
export function isPlainClick({ button, altKey, ctrlKey, metaKey, shiftKey }: ClickKeys): boolean {
  return button === 0 && !altKey && !ctrlKey && !metaKey && !shiftKey;
}
