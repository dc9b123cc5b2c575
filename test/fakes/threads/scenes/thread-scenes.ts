import { albumClips, clips, images, mixedItems } from '../media-files.ts';
import {
  type Content,
  createPost,
  errorScene,
  expectItems,
  type FakeUser,
  kenji,
  lina,
  mediaScene,
  mira,
  none,
  noor,
  type PostPlan,
  photo,
  type ScenePlan,
  strangers,
  video,
} from '../scene.ts';

const part = (code: string, author: FakeUser, text: string, content: Content, replyTo = author) =>
  createPost(code, author, text, content, { replyTo });

function expectThread(posts: PostPlan[], incomplete = false): NonNullable<ScenePlan['expectedThread']> {
  return {
    posts: posts.map((post) => post.code),
    items: posts.flatMap((post) => expectItems(post, 'own').map((item) => ({ ...item, code: post.code }))),
    incomplete,
  };
}

const walk = [
  createPost('DemoChain01', lina, 'A walk in four parts 🧵 1/4', photo(images.valley)),
  part('DemoChain02', lina, 'Down to the river, and listen. 2/4', video(clips.landscape)),
  part('DemoChain03', lina, 'Here I only sat. 3/4', none),
  part('DemoChain04', lina, 'And back, twice. 4/4', {
    kind: 'carousel',
    items: [images.linkedFirst, ...albumClips.slice(0, 2)],
  }),
];

const story = [
  createPost('DemoWords01', noor, 'A story in three posts, without a single picture.', none),
  part('DemoWords02', noor, 'It began with a sentence.\n\nAnd another one: https://example.org/more', none),
  part('DemoWords03', noor, 'وانتهت هنا. The end.', none),
];

const [, passerby] = strangers;
const interrupted = [
  createPost('DemoBreak01', kenji, 'Two pictures, then questions.', photo(images.dusk)),
  part('DemoBreak02', kenji, 'The second one.', photo(images.sunset)),
];
const interruption = [
  part('DemoBreak03', passerby, 'Watch mine!', video(clips.stranger), kenji),
  part('DemoBreak04', kenji, 'No. But here is one for you.', photo(images.valley), passerby),
];

const withGap: PostPlan[] = [
  createPost('DemoTorn_01', noor, 'Before.', photo(images.sunset)),
  { ...part('DemoTorn_02', noor, '', none), tombstone: true },
  part('DemoTorn_03', noor, 'After.', photo(images.valley)),
];

const withGaps: PostPlan[] = [
  createPost('DemoGaps001', lina, 'First of six.', photo(images.sunset), { position: [1, 6] }),
  { ...part('DemoGaps002', lina, '', none), tombstone: true },
  { ...part('DemoGaps005', lina, 'Fifth of six.', photo(images.valley)), position: [5, 6] },
];

const wordsWithGap: PostPlan[] = [
  createPost('DemoLost001', noor, 'The beginning.', none, { position: [1, 4] }),
  { ...part('DemoLost004', noor, 'The end.', none), position: [4, 4] },
];

const forged = [
  createPost('DemoForge01', mira, 'One of these is not what it says.', photo(images.dusk)),
  {
    ...part('DemoForge02', mira, 'My number belongs to another post.', video(clips.stranger)),
    pk: '4500000000000000001',
  },
  part('DemoForge03', mira, 'I am fine.', photo(images.sunset)),
];

const dailyContents: Content[] = [
  photo(images.dusk),
  { kind: 'carousel', items: mixedItems.slice(0, 4) },
  video(clips.landscape),
  { kind: 'carousel', items: mixedItems.slice(4, 6) },
];

/** The limits of a thread: 100 posts and 200 files. */
const diary = Array.from({ length: 100 }, (_, at) => {
  const day = at + 1;
  const write = at === 0 ? createPost : part;
  const content = dailyContents[at % dailyContents.length] ?? none;
  return write(`DemoD${String(day).padStart(3, '0')}ays`, mira, `Day ${day} of a hundred.`, content);
});

function threadScene(
  title: string,
  thread: PostPlan[],
  read: PostPlan[],
  { incomplete = false, postIndex = 0 } = {},
): ScenePlan {
  const post = thread[postIndex] as PostPlan;
  return mediaScene(title, post, expectItems(post, 'own'), {
    thread,
    expectedThread: expectThread(read, incomplete),
  });
}

export const threadScenes = {
  thread: threadScene('The first of four posts by one author', walk, walk),
  threadWords: errorScene('The first of three posts without media', story[0] as PostPlan, 'post.no_media', {
    thread: story,
  }),
  threadStranger: threadScene(
    'A thread of two, and a stranger before the next post of its author',
    [...interrupted, ...interruption],
    interrupted,
  ),
  threadWithGap: threadScene(
    'A thread whose middle post is gone',
    withGap,
    withGap.filter((post) => !post.tombstone),
    { incomplete: true },
  ),
  threadWithGaps: threadScene(
    'A thread of six whose second post is gone, and three were not sent',
    withGaps,
    withGaps.filter((post) => !post.tombstone),
    { incomplete: true },
  ),
  threadWordsWithGap: errorScene(
    'The first and the last of four posts without media',
    wordsWithGap[0] as PostPlan,
    'post.no_media',
    { thread: wordsWithGap },
  ),
  threadForged: threadScene(
    'A thread with a post that has the id of another post',
    forged,
    forged.filter((post) => !post.pk),
    { incomplete: true },
  ),
  // The requested post is in the middle.
  threadLong: threadScene('The middle of a hundred posts with two hundred files', diary, diary, {
    postIndex: 49,
  }),
};
