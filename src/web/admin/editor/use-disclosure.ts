import { useRef, useState } from 'react';

/** A button that shows and hides a part of the page, and gets the focus back when the part closes itself. */
export function useDisclosure() {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  return {
    button,
    isOpen,
    toggle: () => setOpen(!isOpen),
    close() {
      setOpen(false);
      button.current?.focus();
    },
  };
}
