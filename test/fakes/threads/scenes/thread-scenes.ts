import { albumClips, clips, type MediaFile, mixedItems, pictures } from '../media-files.ts';
import { kenji, lina, mira, noor, type Person, strangers } from '../people.ts';
import type { Content, PostPlan } from '../post-plan.ts';
import { expectFile, type ScenePlan } from '../scene.ts';
import { filesOf, itemsOf, showing } from './compose-scene.ts';

function part(code: string, author: Person, text: string, content: Content, replyTo = author): PostPlan {
  return { code, author, text, content, replyTo };
}

/** The first of a thread: it answers nobody. */
function opening(code: string, author: Person, text: string, content: Content): PostPlan {
  return { code, author, text, content };
}

/** What reading the whole thread gives: files of these posts, each with the code of its post. */
function wholeOf(posts: PostPlan[], incomplete = false): NonNullable<ScenePlan['whole']> {
  const label = (post: PostPlan) => (file: MediaFile) => ({
    ...expectFile(file, 'own', post.author.username),
    code: post.code,
  });
  return {
    posts: posts.map((post) => post.code),
    items: posts.flatMap((post) => filesOf(post.content).map(label(post))),
    incomplete,
  };
}

const photo = (picture = pictures.dusk): Content => ({ kind: 'photo', picture });
const video = (clip = clips.landscape): Content => ({ kind: 'video', clip });
const none: Content = { kind: 'none' };

const [album1, album2] = albumClips;
const walk = [
  opening('DemoChain01', lina, 'A walk in four parts 🧵 1/4', photo(pictures.valley)),
  part('DemoChain02', lina, 'Down to the river, and listen. 2/4', video()),
  part('DemoChain03', lina, 'Here I only sat. 3/4', none),
  part('DemoChain04', lina, 'And back, twice. 4/4', {
    kind: 'carousel',
    items: [pictures.linkedFirst, ...(album1 ? [album1] : []), ...(album2 ? [album2] : [])],
  }),
];

const passerby = strangers[1] ?? mira;
const interrupted = [
  opening('DemoBreak01', kenji, 'Two pictures, then questions.', photo()),
  part('DemoBreak02', kenji, 'The second one.', photo(pictures.sunset)),
];
const interruption = [
  part('DemoBreak03', passerby, 'Watch mine!', video(clips.stranger), kenji),
  part('DemoBreak04', kenji, 'No. But here is one for you.', photo(pictures.valley), passerby),
];

const torn: PostPlan[] = [
  opening('DemoTorn_01', noor, 'Before.', photo(pictures.sunset)),
  { ...part('DemoTorn_02', noor, '', none), tombstone: true },
  part('DemoTorn_03', noor, 'After.', photo(pictures.valley)),
];

const forged = [
  opening('DemoForge01', mira, 'One of these is not what it says.', photo()),
  {
    ...part('DemoForge02', mira, 'My number belongs to another post.', video(clips.stranger)),
    pk: '4500000000000000001',
  },
  part('DemoForge03', mira, 'I am fine.', photo(pictures.sunset)),
];

const dailyContents: Content[] = [
  photo(pictures.dusk),
  { kind: 'carousel', items: mixedItems.slice(0, 4) },
  video(),
  { kind: 'carousel', items: mixedItems.slice(4, 6) },
];

/** As much of a thread as is read: a hundred posts, two hundred files. */
const diary = Array.from({ length: 100 }, (_, at) => {
  const day = at + 1;
  const write = at === 0 ? opening : part;
  const content = dailyContents[at % dailyContents.length] ?? none;
  return write(`DemoD${String(day).padStart(3, '0')}ays`, mira, `Day ${day} of a hundred.`, content);
});

function threadScene(
  title: string,
  thread: PostPlan[],
  read: PostPlan[],
  { incomplete = false, asked = 0 } = {},
): ScenePlan {
  const post = thread[asked] as PostPlan;
  return showing(title, post, itemsOf(post, 'own'), { thread, whole: wholeOf(read, incomplete) });
}

/** Posts of a thread by their author, most of them its first. */
export const threadScenes = {
  chain: threadScene('The first of four posts by one author', walk, walk),
  chainStranger: threadScene(
    'A thread of two, and a stranger before the next post of its author',
    [...interrupted, ...interruption],
    interrupted,
  ),
  chainTorn: threadScene(
    'A thread whose middle post is gone',
    torn,
    torn.filter((post) => !post.tombstone),
    { incomplete: true },
  ),
  chainForged: threadScene(
    'A thread with a post whose id is not its own',
    forged,
    forged.filter((post) => !post.pk),
    { incomplete: true },
  ),
  // As many are read before the asked post as behind it.
  chainLong: threadScene('The middle of a hundred posts with two hundred files', diary, diary, { asked: 49 }),
};
