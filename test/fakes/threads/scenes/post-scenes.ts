import { albumClips, clips, faulty, images, mixedItems } from '../media-files.ts';
import {
  createPost,
  defaultResponses,
  errorScene,
  expectItems,
  kenji,
  lina,
  mediaScene,
  mira,
  none,
  noor,
  otto,
  photo,
  somchai,
  strangers,
  video,
} from '../scene.ts';

export const mediaScenes = {
  photo: mediaScene(
    'One photo, stored as WebP',
    createPost(
      'DemoPhoto01',
      mira,
      'First light over hills that do not exist. 🌄\nDrawn by a few sine waves and a lot of patience.',
      { kind: 'photo', image: images.photo, alt: 'A pale sun above layered blue hills' },
    ),
  ),
  photoJpg: mediaScene(
    'One photo, JPEG',
    createPost(
      'DemoPhotoJ2',
      lina,
      'Abendrot, ganz ohne Filter 🌇 Zwei Berge weiter wird schon gefrühstückt.',
      photo(images.sunset),
    ),
  ),
  photoWithLargerCrop: mediaScene(
    'A small panorama with square crops larger than itself',
    createPost('DemoPanoram', otto, 'Wide and small. Please do not crop me to a square.', {
      kind: 'photo',
      image: images.panorama,
      largeCrops: true,
    }),
  ),
  video: mediaScene(
    'One portrait video with sound',
    createPost(
      'DemoVideo01',
      mira,
      'The sun took a small walk this morning ☀️🚶 Sound on.',
      video(clips.portrait),
    ),
  ),
  videoLargerSource: mediaScene(
    'A video uploaded in 1440x2560 and delivered in 720x1280',
    createPost(
      'DemoVideoHD',
      kenji,
      '上传的时候是 1440×2560，播放的时候是 720×1280。山还是那座山。🏔️',
      video(clips.capped),
    ),
  ),
  carouselVideos: mediaScene(
    'An album of five videos',
    createPost('DemoAlbum_5', lina, 'Five little mornings, in order. 1️⃣2️⃣3️⃣4️⃣5️⃣', {
      kind: 'carousel',
      items: albumClips,
    }),
  ),
  carouselMixed: mediaScene(
    'An album of twenty photos and videos',
    createPost('DemoAlbum20', somchai, 'ยี่สิบภาพจากภูเขาที่ไม่มีอยู่จริง 🎨 มีทั้งรูปและวิดีโอ เลื่อนดูให้ครบนะ', {
      kind: 'carousel',
      items: mixedItems,
    }),
  ),
  gif: mediaScene(
    'A GIF from the picker',
    createPost('DemoGifWave', otto, null, { kind: 'gif', firstParty: false }),
  ),
  gifFirstParty: mediaScene(
    'A GIF served by the first-party proxy',
    createPost('DemoGif1st_', noor, 'موجة صغيرة من التلال 👋', { kind: 'gif', firstParty: true }),
  ),
  silentLoop: mediaScene(
    'An uploaded GIF: a short silent video',
    createPost('DemoLoopGif', kenji, 'round and round 🔁', video(clips.loop)),
  ),
  spoiler: mediaScene(
    'Hidden words and a hidden photo',
    createPost('DemoSpoiler', lina, 'In the end, the ship sinks at night. 🚢', photo(images.dusk), {
      fragments: [
        { plaintext: 'In the end, ' },
        {
          plaintext: 'the ship sinks at night',
          styling_info: { is_bold: false, is_spoiler: true, is_underline: false },
        },
        { plaintext: '. 🚢' },
      ],
      hidesMedia: true,
    }),
  ),
  sticker: mediaScene(
    'Words with a sticker',
    createPost('DemoSticker', otto, 'Good morning □', none, {
      fragments: [
        { plaintext: 'Good morning ' },
        {
          fragment_type: 'inline_sticker',
          plaintext: '□',
          inline_sticker_fragment: { sticker_id: '17890000000000077' },
        },
      ],
    }),
    expectItems(createPost('DemoSticker', otto, null, { kind: 'gif', firstParty: false }), 'own').map(
      (item) => ({
        ...item,
        width: null,
        height: null,
      }),
    ),
  ),
  voice: mediaScene(
    'A voice note',
    createPost('DemoVoice01', mira, 'Three seconds of a very small synthesizer 🎙️', { kind: 'voice' }),
  ),
};

const quietWalk = createPost('DemoWalkVid', lina, 'A quiet walk, sideways.', video(clips.landscape));
const duskPhoto = createPost('DemoDuskPic', otto, 'Dusk, slightly early.', photo(images.dusk));
const pair = createPost('DemoPairPic', kenji, 'One and two.', {
  kind: 'carousel',
  items: [images.linkedFirst, images.linkedSecond],
});
const [loudAuthor] = strangers;
const loudStranger = createPost(
  'DemoLoudOne',
  loudAuthor,
  'Look at my video instead!',
  video(clips.stranger),
);
const followUp = (code: string, author = mira) =>
  createPost(code, author, 'And here is the picture I promised.', photo(images.valley), { replyTo: author });
const fragments = { ...defaultResponses, page: 'fragments' } as const;

/** Posts without their own media, or next to other posts with media. */
export const nestedScenes = {
  formattedText: errorScene(
    'Words with formats, a link, a mention and a sticker without a file',
    createPost('DemoStyled1', noor, 'Bold, italic and underlined: see our page, by @mira.demo □', none, {
      fragments: [
        { plaintext: 'Bold', styling_info: { is_bold: true, is_spoiler: false, is_underline: false } },
        { plaintext: ', ' },
        { plaintext: 'italic', styling_info: { is_italic: true } },
        { plaintext: ' and ' },
        { plaintext: 'underlined', styling_info: { is_underline: true } },
        { plaintext: ': see ' },
        {
          fragment_type: 'link',
          plaintext: 'our page',
          link_fragment: {
            uri: 'https://l.threads.com/?u=https%3A%2F%2Fexample.org%2Fhills&e=AT0demo',
            display_text: 'our page',
          },
        },
        { plaintext: ', by ' },
        {
          fragment_type: 'mention',
          plaintext: '@mira.demo',
          mention_fragment: { mentioned_user: { username: 'mira.demo', id: null } },
        },
        { plaintext: ' ' },
        {
          fragment_type: 'inline_sticker',
          plaintext: '□',
          inline_sticker_fragment: { sticker_id: '1', sticker_url: null },
        },
      ],
    }),
    'post.no_media',
  ),
  longText: errorScene(
    'Words with a long text attached',
    createPost('DemoLongTxt', lina, 'The whole story is attached.', none, {
      longText: [
        { plaintext: 'Chapter one\n\n', styling_info: { is_bold: true } },
        { plaintext: 'Nobody on the hill knew what the sun was up to. It turned out that ' },
        { plaintext: 'it had overslept', styling_info: { is_spoiler: true } },
        { plaintext: '. More on ' },
        {
          plaintext: 'our page',
          link_fragment: { uri: 'https://l.threads.com/?u=https%3A%2F%2Fexample.org%2F' },
        },
        { plaintext: '.' },
      ],
    }),
    'post.no_media',
  ),
  longTextWithheld: errorScene(
    'Words with a long text attached that Threads withholds',
    createPost('DemoLongHid', lina, 'The whole story is attached, for some.', none, { longText: null }),
    'post.no_media',
  ),
  text: errorScene(
    'Words only',
    createPost('DemoTextOne', noor, 'بعض المنشورات كلمات فقط، وهذا جميل أيضًا. 💬', none),
    'post.no_media',
  ),
  linkPreview: errorScene(
    'A link to a video that lives elsewhere',
    createPost('DemoLinkOut', otto, 'The whole film is over there:', none, {
      link: {
        url: 'https://www.youtube.com/watch?v=demo0000000',
        title: 'Hills, a film about sine waves',
        host: 'youtube.com',
      },
    }),
    'post.media_elsewhere',
  ),
  quote: mediaScene(
    'Words that quote a video',
    createPost('DemoQuote01', mira, 'I keep coming back to this walk 👇', none, { quoted: quietWalk }),
    expectItems(quietWalk, 'quoted'),
  ),
  quotedAttachment: mediaScene(
    'A post that uses the media of another',
    createPost('DemoAttach1', noor, 'Borrowed dusk.', none, { attached: duskPhoto }),
    expectItems(duskPhoto, 'quoted'),
  ),
  linkedMedia: mediaScene(
    'A pasted link shown inline, an album of two',
    createPost('DemoLinked1', lina, 'Found these two 👀', none, { linked: pair }),
    expectItems(pair, 'linked'),
  ),
  repost: mediaScene(
    'A pure repost of a video',
    createPost('DemoRepost1', otto, null, { kind: 'placeholders' }, { reposted: quietWalk }),
    expectItems(quietWalk, 'reposted'),
  ),
  continuation: mediaScene(
    'A text, with the image in the next post of the author',
    createPost('DemoStory01', mira, 'A story in two parts. First the words 🧵', none),
    expectItems(followUp('DemoStory02'), 'continuation'),
    { nextEdge: [followUp('DemoStory02')] },
  ),
  replyToStranger: mediaScene(
    "A photo in reply to a stranger's video: only the photo is expected",
    createPost('DemoReplyTo', kenji, 'Nice. Mine does not move at all.', photo(images.dusk), {
      replyTo: loudAuthor,
    }),
    undefined,
    { before: [loudStranger] },
  ),
  fragments: mediaScene(
    'One post streamed in pieces that share an id',
    createPost('DemoPieces1', lina, 'Assembled from parts, batteries included 🧩', video(clips.capped)),
    undefined,
    { nextEdge: [followUp('DemoPieces2', lina)], responses: fragments },
  ),
  fragmentsContinuation: mediaScene(
    'A text, with the image only in a late fragment',
    createPost('DemoPieces3', mira, 'The picture follows in a moment…', none),
    expectItems(followUp('DemoPieces4'), 'continuation'),
    { nextEdge: [followUp('DemoPieces4')], responses: fragments },
  ),
};

const videoScene = (
  code: string,
  title: string,
  clip = clips.portrait,
  options: { expiresOnce?: true } = {},
) => mediaScene(title, createPost(code, kenji, `${title}.`, video(clip)), undefined, options);
const photoScene = (code: string, title: string, image = images.photo) =>
  mediaScene(title, createPost(code, mira, `${title}.`, photo(image)));

/** Posts that can be read, but whose files cause problems. */
export const deliveryScenes = {
  truncated: videoScene('DemoCutHalf', 'A video cut off in the middle', faulty.truncated),
  wrongType: videoScene('DemoNotAVid', 'A video URL that returns a web page', faulty.wrongType),
  svgMedia: photoScene('DemoSvgPict', 'A photo URL that returns an SVG', faulty.svg),
  emptyMedia: photoScene('DemoNothing', 'A photo URL that returns nothing', faulty.empty),
  huge: videoScene('DemoHuge2GB', 'A video of two gigabytes', faulty.huge),
  expiredLink: videoScene(
    'DemoExpired',
    'Expired URLs that are renewed by reading the post again',
    clips.portrait,
    { expiresOnce: true },
  ),
  stalledMedia: videoScene('DemoStalled', 'A video that stops in the middle', faulty.stalled),
  overlongMedia: videoScene(
    'DemoTooLong',
    'A video cut off in the middle, whose rest is longer than declared',
    faulty.overlong,
  ),
  noRangeMedia: videoScene('DemoNoRange', 'A video host that ignores ranges', faulty.noRange),
};
