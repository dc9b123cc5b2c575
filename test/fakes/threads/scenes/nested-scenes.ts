import { kenji, lina, mira, noor, otto, strangers } from '../authors.ts';
import { clips, images } from '../media-files.ts';
import type { PostPlan } from '../post-plan.ts';
import { errorScene, expectItems, mediaScene } from './compose-scene.ts';

const quietWalk: PostPlan = {
  code: 'DemoWalkVid',
  author: lina,
  text: 'A quiet walk, sideways.',
  content: { kind: 'video', clip: clips.landscape },
};
const duskPhoto: PostPlan = {
  code: 'DemoDuskPic',
  author: otto,
  text: 'Dusk, slightly early.',
  content: { kind: 'photo', image: images.dusk },
};
const pair: PostPlan = {
  code: 'DemoPairPic',
  author: kenji,
  text: 'One and two.',
  content: { kind: 'carousel', items: [images.linkedFirst, images.linkedSecond] },
};
const followUp: PostPlan = {
  code: 'DemoStory02',
  author: mira,
  text: 'And here is the picture I promised.',
  content: { kind: 'photo', image: images.valley },
  replyTo: mira,
};
const loudStranger: PostPlan = {
  code: 'DemoLoudOne',
  author: strangers[0] ?? otto,
  text: 'Look at my video instead!',
  content: { kind: 'video', clip: clips.stranger },
};

/** Posts without their own media, or next to other posts with media. */
export const nestedScenes = {
  text: errorScene(
    'Words only',
    {
      code: 'DemoTextOne',
      author: noor,
      text: 'بعض المنشورات كلمات فقط، وهذا جميل أيضًا. 💬',
      content: { kind: 'none' },
    },
    'post.no_media',
  ),
  linkPreview: errorScene(
    'A link to a video that lives elsewhere',
    {
      code: 'DemoLinkOut',
      author: otto,
      text: 'The whole film is over there:',
      content: { kind: 'none' },
      link: {
        url: 'https://www.youtube.com/watch?v=demo0000000',
        title: 'Hills, a film about sine waves',
        host: 'youtube.com',
      },
    },
    'post.media_elsewhere',
  ),
  quote: mediaScene(
    'Words that quote a video',
    {
      code: 'DemoQuote01',
      author: mira,
      text: 'I keep coming back to this walk 👇',
      content: { kind: 'none' },
      quoted: quietWalk,
    },
    expectItems(quietWalk, 'quoted'),
  ),
  quotedAttachment: mediaScene(
    'A post that uses the media of another',
    {
      code: 'DemoAttach1',
      author: noor,
      text: 'Borrowed dusk.',
      content: { kind: 'none' },
      attached: duskPhoto,
    },
    expectItems(duskPhoto, 'quoted'),
  ),
  linkedMedia: mediaScene(
    'A pasted link shown inline, an album of two',
    {
      code: 'DemoLinked1',
      author: lina,
      text: 'Found these two 👀',
      content: { kind: 'none' },
      linked: pair,
    },
    expectItems(pair, 'linked'),
  ),
  repost: mediaScene(
    'A pure repost of a video',
    {
      code: 'DemoRepost1',
      author: otto,
      text: null,
      content: { kind: 'placeholders' },
      reposted: quietWalk,
    },
    expectItems(quietWalk, 'reposted'),
  ),
  continuation: mediaScene(
    'A text, with the image in the next post of the author',
    {
      code: 'DemoStory01',
      author: mira,
      text: 'A story in two parts. First the words 🧵',
      content: { kind: 'none' },
    },
    expectItems(followUp, 'continuation'),
    { nextEdge: [followUp], responses: { page: 'post', graphql: 'post', route: 'post', embed: 'card' } },
  ),
  replyToStranger: mediaScene(
    "A photo in reply to a stranger's video: only the photo is expected",
    {
      code: 'DemoReplyTo',
      author: kenji,
      text: 'Nice. Mine does not move at all.',
      content: { kind: 'photo', image: images.dusk },
      replyTo: loudStranger.author,
    },
    undefined,
    { before: [loudStranger] },
  ),
  fragments: mediaScene(
    'One post streamed in pieces that share an id',
    {
      code: 'DemoPieces1',
      author: lina,
      text: 'Assembled from parts, batteries included 🧩',
      content: { kind: 'video', clip: clips.capped },
    },
    undefined,
    {
      nextEdge: [{ ...followUp, code: 'DemoPieces2', author: lina, replyTo: lina }],
      responses: { page: 'fragments', graphql: 'post', route: 'post', embed: 'card' },
    },
  ),
  fragmentsContinuation: mediaScene(
    'A text, with the image only in a late fragment',
    {
      code: 'DemoPieces3',
      author: mira,
      text: 'The picture follows in a moment…',
      content: { kind: 'none' },
    },
    expectItems({ ...followUp, code: 'DemoPieces4' }, 'continuation'),
    {
      nextEdge: [{ ...followUp, code: 'DemoPieces4' }],
      responses: { page: 'fragments', graphql: 'post', route: 'post', embed: 'card' },
    },
  ),
};
