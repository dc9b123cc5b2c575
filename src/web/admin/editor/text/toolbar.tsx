import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import { type KeyboardEvent, type Ref, useRef, useState } from 'react';
import { useTranslator } from '../../../translation.tsx';
import { shownKeys, spokenKeys } from './shortcuts.ts';
import { type PromptKind, type TextAction, textActions } from './text-actions.ts';

const all: TextAction[] = textActions.flat();

/** The formats, as one stop of the Tab key; arrows, Home and End move within. */
export function Toolbar({
  editor,
  ask,
  ref,
}: {
  editor: Editor;
  ask: (kind: PromptKind) => void;
  ref: Ref<HTMLDivElement>;
}) {
  const t = useTranslator();
  const own = useRef<HTMLDivElement>(null);
  const [stop, setStop] = useState(0);
  const states = useEditorState({
    editor,
    // One character for each: a string is compared at once.
    selector: ({ editor: now }) => all.map((action) => stateOf(action, now)).join(''),
  });
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const next = nextStop(event.key, stop);
    if (next === null) {
      if (event.key === 'Escape') editor.commands.focus();
      return;
    }
    event.preventDefault();
    setStop(next);
    own.current?.querySelectorAll('button')[next]?.focus();
  };
  return (
    <div className="text-bars" ref={ref}>
      <div
        ref={own}
        role="toolbar"
        tabIndex={-1}
        aria-label={t('admin.text.toolbar')}
        className="text-toolbar"
        onKeyDown={move}
      >
        {textActions.map((group, index) => (
          <div key={group[0]?.id} className="text-group" data-first={index === 0 || undefined}>
            {group.map((action: TextAction) => {
              const at = all.indexOf(action);
              const label = t(action.label);
              return (
                <ToolButton
                  key={action.id}
                  action={action}
                  label={label}
                  state={states[at] ?? ' '}
                  isStop={at === stop}
                  onFocus={() => setStop(at)}
                  onRun={() => action.run(editor, ask)}
                />
              );
            })}
          </div>
        ))}
      </div>
    </div>
  );
}

function ToolButton({
  action: { keys, Icon, isActive },
  label,
  state,
  isStop,
  onFocus,
  onRun,
}: {
  action: TextAction;
  label: string;
  state: string;
  isStop: boolean;
  onFocus(): void;
  onRun(): void;
}) {
  const isPossible = state !== 'x';
  return (
    <button
      type="button"
      className="text-tool"
      tabIndex={isStop ? 0 : -1}
      aria-label={label}
      aria-pressed={isActive ? state === '1' : undefined}
      aria-disabled={!isPossible}
      aria-keyshortcuts={keys && spokenKeys(keys, navigator.platform)}
      data-tip={keys ? `${label} (${shownKeys(keys, navigator.platform)})` : label}
      onFocus={onFocus}
      // The caret stays where it is.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => isPossible && onRun()}
    >
      <Icon />
    </button>
  );
}

/** `1` on, `0` off, `x` not possible, a blank where it is neither. */
function stateOf({ isActive, isPossible }: TextAction, editor: Editor): string {
  if (isPossible && !isPossible(editor)) return 'x';
  if (!isActive) return ' ';
  return isActive(editor) ? '1' : '0';
}

function nextStop(key: string, stop: number): number | null {
  const steps: Record<string, number> = {
    ArrowRight: (stop + 1) % all.length,
    ArrowLeft: (stop - 1 + all.length) % all.length,
    Home: 0,
    End: all.length - 1,
  };
  return steps[key] ?? null;
}
