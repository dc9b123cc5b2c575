/** Scripts rely on the exit codes. */
export const helpText = `Usage: unspool <link...> [options]

Saves the videos, pictures, GIFs and voice notes of public Threads posts.
Links may stand in any text; each post is saved once. - reads them from standard input, one a line;
so does a command without a link whose standard input is a file or a pipe.
No account is needed. Nobody is asked but Threads, and GIPHY or Tenor for GIFs that they host.

Options:
  -o, --output <dir>   Save into this folder (made if missing); default: here.
                       - writes one file, or with --zip the ZIP, to standard output.
  -z, --zip            One ZIP for each link, with post.json and post.txt.
  -t, --thread         All posts of the author's own thread around the link.
      --name <text>    Names of files, out of {user} {code} {index} {date} {text} {type}.
                       Default: as the site saves them, with the code of the post behind it
                       where another post of the same second has that name.
  -f, --force          Replace files that are there already.
      --wait <seconds> Longest wait at a time where Threads is busy; default: 120.
      --json           Print one JSON document: posts, files and paths.
  -q, --quiet          No progress and no notes.
  -h, --help           This text.
      --version        The version.

Paths of saved files go to standard output, everything else to standard error.
A file is written as NAME.part and gets its name when it is whole. What was broken off goes on
where it stopped when the same command is run again.

Exit codes (of the first link that failed):
  0    everything is saved
  2    the command cannot be understood
  3    not a link to a Threads post
  4    the post is gone, private or restricted
  5    the post holds nothing to save
  6    Threads is busy, cannot be reached, or has changed its pages
  7    a file did not arrive whole
  8    the disk: full, not writable, or another file of that name
  130  interrupted

Environment: THREADS_ORIGIN, THREADS_PROFILES, MEDIA_HOSTS, as for the server.
`;
