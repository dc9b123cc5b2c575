import { useEffect, useState } from 'react';

const announcedMs = 1000;

/** Screen readers announce text that appears in an element that they already know, so it comes a frame later. */
export function ToastAnnouncement({ text }: { text: string }) {
  const [phase, setPhase] = useState<'empty' | 'announced' | 'removed'>('empty');
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        setPhase('announced');
        timer = setTimeout(() => setPhase('removed'), announcedMs);
      });
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, []);
  if (phase === 'removed') return null;
  return (
    <p role="status" className="sr-only">
      {phase === 'announced' && text}
    </p>
  );
}
