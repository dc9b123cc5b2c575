import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';

interface Tab {
  name: string;
  label: string;
  content: ReactNode;
}

const steps: Record<string, (index: number, count: number) => number> = {
  ArrowLeft: (index, count) => (index + count - 1) % count,
  ArrowRight: (index, count) => (index + 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** A panel is mounted when it is first selected. Then it stays, so a hidden panel keeps its state. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  const id = useId();
  const [selected, setSelected] = useState(0);
  const [mounted, setMounted] = useState<readonly number[]>([0]);
  const select = (index: number) => {
    setSelected(index);
    if (!mounted.includes(index)) setMounted([...mounted, index]);
  };
  const buttons = useRef<(HTMLButtonElement | null)[]>([]);

  const onKeyDown = (event: KeyboardEvent) => {
    const next = steps[event.key]?.(selected, tabs.length);
    if (next === undefined) return;
    event.preventDefault();
    select(next);
    buttons.current[next]?.focus();
  };

  return (
    <div>
      <div role="tablist" aria-label={label} className="flex gap-1 border-b border-line">
        {tabs.map((tab, index) => (
          <button
            key={tab.name}
            ref={(button) => {
              buttons.current[index] = button;
            }}
            type="button"
            role="tab"
            id={`${id}-${tab.name}`}
            aria-selected={index === selected}
            aria-controls={`${id}-${tab.name}-panel`}
            tabIndex={index === selected ? 0 : -1}
            onClick={() => select(index)}
            onKeyDown={onKeyDown}
            className="-mb-px min-h-12 cursor-pointer border-b-2 border-transparent px-4 font-semibold text-muted hover:text-ink aria-selected:border-accent aria-selected:text-ink"
          >
            {tab.label}
          </button>
        ))}
      </div>
      {tabs.map((tab, index) => (
        <div
          key={tab.name}
          role="tabpanel"
          id={`${id}-${tab.name}-panel`}
          aria-labelledby={`${id}-${tab.name}`}
          hidden={index !== selected}
          className="pt-6"
        >
          {mounted.includes(index) && tab.content}
        </div>
      ))}
    </div>
  );
}
