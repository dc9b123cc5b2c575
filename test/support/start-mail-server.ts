import { createServer } from 'node:net';
import { listen } from './local-servers.ts';

interface ReceivedMail {
  from: string;
  to: string[];
  /** Headers and body as received, without dot-stuffing. */
  data: string;
}

/** As much of SMTP as a client without a password needs, on 127.0.0.1. */
export async function startMailServer() {
  const received: ReceivedMail[] = [];
  let isRejecting = false;
  const server = createServer((socket) => {
    const say = (line: string) => socket.write(`${line}\r\n`);
    let mail: ReceivedMail = { from: '', to: [], data: '' };
    let isData = false;
    let waiting = '';

    const onLine = (line: string) => {
      if (isData) {
        if (line !== '.') {
          mail.data += `${line.startsWith('.') ? line.slice(1) : line}\r\n`;
          return;
        }
        isData = false;
        received.push(mail);
        mail = { from: '', to: [], data: '' };
        say('250 taken');
        return;
      }
      const [verb = ''] = line.toUpperCase().split(/[ :]/);
      const address = /<(.*)>/.exec(line)?.[1] ?? '';
      if (verb === 'EHLO') say('250 test');
      else if (verb === 'MAIL') {
        mail.from = address;
        say('250 ok');
      } else if (verb === 'RCPT') {
        mail.to.push(address);
        say(isRejecting ? '550 no such mailbox' : '250 ok');
      } else if (verb === 'DATA') {
        isData = true;
        say('354 go on');
      } else if (verb === 'QUIT') {
        socket.end('221 bye\r\n');
      } else say('250 ok');
    };

    say('220 test');
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => {
      const lines = (waiting + chunk).split('\r\n');
      waiting = lines.pop() ?? '';
      lines.forEach(onLine);
    });
  });
  const { port, close } = await listen(server);
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    rejectRecipients() {
      isRejecting = true;
    },
    [Symbol.asyncDispose]: close,
  };
}
