const MIB = 1024 * 1024;

/** Messages that cost a parser much, by what they are. @param salt makes them others than those with another */
export function hostileMessages(salt = ''): Record<string, string> {
  return Object.fromEntries(
    Object.entries({
      '50,000 parts': multipart(Array.from({ length: 50_000 }, () => '\r\nx').join('\r\n--b\r\n')),
      'messages within messages':
        Array.from({ length: 500 }, () => 'Content-Type: message/rfc822\r\n\r\n').join('') + 'x',
      '5 MB of base64 in HTML': `Content-Type: text/html\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.alloc(5 * MIB, '<').toString('base64')}`,
      '100,000 encoded words': `Subject: ${'=?utf-8?B?eA==?= '.repeat(10_000)}\r\n\r\n${'=?utf-8?B?eA==?='.repeat(100_000)}`,
      '200,000 addresses': `From: ${'a@b.example,'.repeat(10_000)}\r\n\r\nx`,
      'unclosed HTML': `Content-Type: text/html\r\n\r\n${'<a href="'.repeat(200_000)}`,
      'comments in comments': `From: ${'('.repeat(50_000)}\r\n\r\nx`,
    }).map(([name, message]) => [name, `X-Salt: ${salt}\r\n${message}`]),
  );
}

function multipart(body: string): string {
  return `MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n${body}\r\n--b--`;
}
