import { isPlainClick } from '../../browser/is-plain-click.ts';
import { searchDebounceMs } from '../../contract.ts';
import { type PostFilters, parseValidPostFilters, postFiltersQuery } from './post-filters.ts';

/** The list runs without React: the server renders each list as a page, and this shows its parts. */

export const filtersFormId = 'post-filters';
export const searchInputId = 'search';
export const sectionId = 'posts';
export const loadingTextId = 'posts-loading';
export const skeletonId = 'posts-skeleton';
export const problemId = 'posts-problem';
/** Elements whose content differs between lists. */
export const partIds = {
  activeFilters: 'active-filters',
  count: 'posts-count',
  cards: 'posts-cards',
  pages: 'posts-pages',
} as const;

interface List {
  path: string;
  title: string;
  parts: [id: string, content: DocumentFragment][];
}

function findElement(id: string, page = document): HTMLElement {
  const element = page.getElementById(id);
  if (!element) throw new Error(`the page has no element #${id}`);
  return element;
}

function readList(path: string, page: Document): List {
  const parts = Object.values(partIds).map((id): List['parts'][number] => {
    const content = document.createDocumentFragment();
    content.append(...document.importNode(findElement(id, page), true).childNodes);
    return [id, content];
  });
  return { path, title: page.title, parts };
}

async function fetchList(path: string): Promise<List> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`status ${response.status} for a list of posts`);
  return readList(path, new DOMParser().parseFromString(await response.text(), 'text/html'));
}

const getPath = () => location.pathname + location.search;
const getFilters = () => parseValidPostFilters(new URLSearchParams(location.search));
const isSameQuery = (one: PostFilters, other: PostFilters) =>
  postFiltersQuery({ ...one, page: 1 }) === postFiltersQuery({ ...other, page: 1 });

function isMatch(card: HTMLElement, { search, category, tag }: PostFilters): boolean {
  const { tags = '' } = card.dataset;
  const text = card.querySelector('h2')?.parentElement?.textContent ?? '';
  return (
    text.toLowerCase().includes(search.toLowerCase()) &&
    (category === '' || card.dataset.category === category) &&
    (tag === '' || tags.split(' ').includes(tag))
  );
}

/** Returns a function that stops it. */
export function startPostList(): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  const form = findElement(filtersFormId) as HTMLFormElement;
  const section = findElement(sectionId);
  const problem = findElement(problemId);
  const fields = [...form.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select')];
  let shown = readList(getPath(), document);
  let shownFilters = getFilters();
  const lists = new Map([[shown.path, Promise.resolve(shown)]]);
  let timer: ReturnType<typeof setTimeout>;

  const readFilters = () =>
    parseValidPostFilters(new URLSearchParams(fields.map(({ name, value }) => [name, value])));

  /** Filters the shown posts by what was entered. The URL and the server's list follow. */
  function filterShown(): void {
    const entered = readFilters();
    const isEntered = isSameQuery(entered, shownFilters);
    const isSettled = isEntered && shown.path === getPath();
    const cards = [...findElement(partIds.cards).querySelectorAll<HTMLElement>('li[data-tags]')];
    for (const card of cards) card.hidden = !isSettled && !isMatch(card, entered);
    section.ariaBusy = String(!isSettled);
    problem.hidden = true;
    findElement(partIds.cards).hidden = false;
    findElement(partIds.count).hidden = !isSettled;
    findElement(partIds.pages).hidden = !isEntered;
    const hasCards = isSettled || cards.some((card) => !card.hidden);
    for (const id of [loadingTextId, skeletonId]) findElement(id).hidden = hasCards;
  }

  function replacePart(part: HTMLElement, content: DocumentFragment): void {
    const hadFocus = part.contains(document.activeElement);
    part.replaceChildren(content.cloneNode(true));
    if (hadFocus) (part.querySelector('button') ?? section).focus({ preventScroll: true });
  }

  function showProblem(): void {
    section.ariaBusy = 'false';
    problem.hidden = false;
    for (const id of [partIds.cards, partIds.count, loadingTextId, skeletonId]) findElement(id).hidden = true;
  }

  /** Shows the list of the URL. */
  async function show(): Promise<void> {
    filterShown();
    const path = getPath();
    if (path === shown.path) return;
    const loading = lists.get(path) ?? fetchList(path);
    lists.set(path, loading);
    try {
      const list = await loading;
      if (path !== getPath() || signal.aborted) return;
      shown = list;
      shownFilters = getFilters();
      document.title = list.title;
      for (const [id, content] of list.parts) replacePart(findElement(id), content);
      filterShown();
    } catch {
      lists.delete(path);
      if (path === getPath() && !signal.aborted) showProblem();
    }
  }

  function open(path: string, isReplacing: boolean): void {
    clearTimeout(timer);
    if (path !== getPath()) history[isReplacing ? 'replaceState' : 'pushState'](null, '', path);
    void show();
  }

  function applyEntered(isReplacing: boolean): void {
    const entered = readFilters();
    const path = new URL(form.action).pathname + postFiltersQuery(entered);
    open(isSameQuery(entered, getFilters()) ? getPath() : path, isReplacing);
  }

  /** Skips fields with the same value: writing to a field moves its caret. */
  function writeFields(filters: PostFilters): void {
    for (const field of fields) {
      const value = String(filters[field.name as keyof PostFilters] ?? '');
      if (field.value.trim() !== value) field.value = value;
    }
  }

  /** One search is one history entry. */
  function searchSoon(): void {
    clearTimeout(timer);
    filterShown();
    timer = setTimeout(() => applyEntered(getFilters().search !== ''), searchDebounceMs);
  }

  const search = findElement(searchInputId);
  search.addEventListener('input', (event) => {
    if (!(event as InputEvent).isComposing) searchSoon();
  });
  search.addEventListener('compositionend', searchSoon);
  form.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLSelectElement) applyEntered(false);
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    applyEntered(false);
  });
  findElement(partIds.activeFilters).addEventListener('submit', (event) => {
    event.preventDefault();
    writeFields(parseValidPostFilters(new URLSearchParams()));
    applyEntered(false);
    search.focus();
  });
  findElement(partIds.pages).addEventListener('click', (event) => {
    const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[href]');
    if (!link || !isPlainClick(event)) return;
    event.preventDefault();
    open(link.pathname + link.search, false);
    section.focus({ preventScroll: true });
    section.scrollIntoView({ block: 'start' });
  });
  problem.querySelector('button')?.addEventListener('click', () => {
    section.focus({ preventScroll: true });
    void show();
  });
  window.addEventListener(
    'popstate',
    () => {
      clearTimeout(timer);
      writeFields(getFilters());
      void show();
    },
    { signal },
  );
  // Applies what was entered before the start.
  applyEntered(false);

  return () => {
    clearTimeout(timer);
    controller.abort();
  };
}
