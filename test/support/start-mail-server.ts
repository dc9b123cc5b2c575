import { type AddressInfo, createServer, type Socket } from 'node:net';

export interface ReceivedMail {
  from: string;
  to: string[];
  /** Headers and body as received, without dot-stuffing. */
  data: string;
}

export interface MailServer extends AsyncDisposable {
  url: string;
  received: ReceivedMail[];
  rejectRecipients(): void;
}

/** As much of SMTP as a client without a password needs, on 127.0.0.1. */
export async function startMailServer(): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  let isRejecting = false;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
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
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    rejectRecipients() {
      isRejecting = true;
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
