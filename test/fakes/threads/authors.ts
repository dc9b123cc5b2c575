/** All users of the fake Threads are fictional. */
export interface FakeUser {
  username: string;
  name: string;
  /** Decimal id. */
  pk: string;
}

function invent(username: string, name: string, pk: string): FakeUser {
  return { username, name, pk };
}

export const mira = invent('mira.demo', 'Mira Demo', '63000000101');
export const otto = invent('otto_sample', 'Otto Sample', '63000000102');
export const lina = invent('lina.fiktiv', 'Lina Fiktiv 🌿', '63000000103');
export const kenji = invent('kenji.example', 'Kenji Example', '63000000104');
export const noor = invent('noor_imagined', 'نور (imagined)', '63000000105');
export const somchai = invent('somchai.test', 'สมชาย ทดสอบ', '63000000106');
export const hidden = invent('hidden.person', 'Hidden Person', '63000000107');
export const departed = invent('departed.demo', 'Departed Demo', '63000000108');

/** Authors of replies and related posts. */
export const strangers: FakeUser[] = [
  invent('stranger.one', 'Stranger One', '63000000201'),
  invent('some_passerby', 'Some Passerby', '63000000202'),
  invent('tea.and.toast', 'Tea & Toast', '63000000203'),
  invent('nobody_real', 'Nobody Real', '63000000204'),
  invent('papier.boot', 'Papierboot', '63000000205'),
  invent('fiction.fan', 'Fiction Fan', '63000000206'),
  invent('lorem.ipsum', 'Lorem Ipsum', '63000000207'),
];
