import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';

interface Tab {
  name: string;
  label: string;
  content: ReactNode;
}

const steps: Record<string, (place: number, count: number) => number> = {
  ArrowLeft: (place, count) => (place + count - 1) % count,
  ArrowRight: (place, count) => (place + 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** Tabs whose panels all stay in the page: what is not shown loses nothing. */
export function EditorTabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  const id = useId();
  const [chosen, setChosen] = useState(0);
  const buttons = useRef<(HTMLButtonElement | null)[]>([]);

  const onKeyDown = (event: KeyboardEvent) => {
    const next = steps[event.key]?.(chosen, tabs.length);
    if (next === undefined) return;
    event.preventDefault();
    setChosen(next);
    buttons.current[next]?.focus();
  };

  return (
    <div>
      <div role="tablist" aria-label={label} className="flex gap-1 border-b border-line">
        {tabs.map((tab, place) => (
          <button
            key={tab.name}
            ref={(button) => {
              buttons.current[place] = button;
            }}
            type="button"
            role="tab"
            id={`${id}-${tab.name}`}
            aria-selected={place === chosen}
            aria-controls={`${id}-${tab.name}-panel`}
            tabIndex={place === chosen ? 0 : -1}
            onClick={() => setChosen(place)}
            onKeyDown={onKeyDown}
            className="-mb-px min-h-12 cursor-pointer border-b-2 border-transparent px-4 font-semibold text-muted hover:text-ink aria-selected:border-accent aria-selected:text-ink"
          >
            {tab.label}
          </button>
        ))}
      </div>
      {tabs.map((tab, place) => (
        <div
          key={tab.name}
          role="tabpanel"
          id={`${id}-${tab.name}-panel`}
          aria-labelledby={`${id}-${tab.name}`}
          hidden={place !== chosen}
          className="pt-6"
        >
          {tab.content}
        </div>
      ))}
    </div>
  );
}
