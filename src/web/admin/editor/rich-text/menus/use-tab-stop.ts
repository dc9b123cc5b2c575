import { type KeyboardEvent, useState } from 'react';

/** The one button of a toolbar that Tab reaches, by index. The arrow keys move it and the focus. */
export function useTabStop(count: number) {
  const [tabStop, setTabStop] = useState(0);
  /** Returns false for all other keys. `moreKeys`: the button that a key leads to. */
  const handleArrow = (event: KeyboardEvent<HTMLElement>, moreKeys: Record<string, number> = {}): boolean => {
    const indexes = { ArrowRight: tabStop + 1, ArrowLeft: tabStop - 1 + count, ...moreKeys };
    const index = (indexes as Record<string, number>)[event.key];
    if (index === undefined) return false;
    const next = index % count;
    event.preventDefault();
    setTabStop(next);
    event.currentTarget.querySelectorAll('button')[next]?.focus();
    return true;
  };
  return { tabStop, setTabStop, handleArrow };
}
