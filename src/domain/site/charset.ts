import { Parser } from 'htmlparser2';
import iconv from 'iconv-lite';

const FALLBACK_CHARSET = 'windows-1252';
const META_SCAN_BYTES = 8192;

/**
 * Decodes the bytes of an HTML document. Never throws: bytes that mean nothing in the charset become U+FFFD.
 * `contentType` is the value of the response header, with or without a `charset` parameter.
 */
export function decodeHtml(bytes: Uint8Array, contentType: string | null): string {
  const charset = detectCharset(bytes, contentType);
  return iconv.encodingExists(charset) ? iconv.decode(bytes, charset) : new TextDecoder(charset).decode(bytes);
}

/**
 * Returns the charset of an HTML document as its lower-case WHATWG name, such as `utf-8` or `shift_jis`. A byte order
 * mark decides first, then bytes that read as UTF-8, then the header, then the document's own `<meta>`.
 */
export function detectCharset(bytes: Uint8Array, contentType: string | null): string {
  const marked = charsetOfByteOrderMark(bytes);
  if (marked !== null) return marked;
  const declared = [charsetOfHeader(contentType), charsetOfMeta(bytes)].filter((charset) => charset !== null);
  const evidence = utf8Evidence(bytes);
  if (evidence === 'utf-8') return 'utf-8';
  const legacy = declared.find((charset) => charset !== 'utf-8');
  if (evidence === 'ascii') return declared[0] ?? 'utf-8';
  return legacy ?? FALLBACK_CHARSET;
}

function charsetOfByteOrderMark(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return null;
}

function charsetOfHeader(contentType: string | null): string | null {
  return canonicalCharset(charsetParameter(contentType));
}

function charsetOfMeta(bytes: Uint8Array): string | null {
  let charset: string | null = null;
  const parser = new Parser({
    onopentag(tag, attributes) {
      if (tag !== 'meta' || charset !== null) return;
      charset = canonicalCharset(attributes['charset'] ?? charsetOfHttpEquiv(attributes));
    },
  });
  parser.end(iconv.decode(bytes.subarray(0, META_SCAN_BYTES), 'latin1'));
  return asciiCompatible(charset);
}

function charsetOfHttpEquiv(attributes: Record<string, string>): string | null {
  if (attributes['http-equiv']?.trim().toLowerCase() !== 'content-type') return null;
  return charsetParameter(attributes['content'] ?? null);
}

function charsetParameter(contentType: string | null): string | null {
  return /charset\s*=\s*["']?([^\s"';]+)/i.exec(contentType ?? '')?.[1] ?? null;
}

/** The platform's decoder knows every label of the WHATWG registry, such as `latin1`, `x-sjis` or `gb2312`. */
function canonicalCharset(label: string | null): string | null {
  if (label === null) return null;
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return null;
  }
}

/** A document whose `<meta>` could be read as ASCII is not UTF-16, whatever the `<meta>` says. */
function asciiCompatible(charset: string | null): string | null {
  return charset?.startsWith('utf-16') === true ? 'utf-8' : charset;
}

/**
 * Majority instead of strict validity: a UTF-8 page with one broken or truncated character is still UTF-8, while text
 * in a legacy charset hardly ever forms UTF-8 sequences.
 */
function utf8Evidence(bytes: Uint8Array): 'ascii' | 'utf-8' | 'legacy' {
  const text = new TextDecoder('utf-8').decode(bytes);
  let multibyte = 0;
  let broken = 0;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit === 0xfffd) broken += 1;
    else if (unit > 0x7f) multibyte += 1;
  }
  if (multibyte + broken === 0) return 'ascii';
  return multibyte > broken ? 'utf-8' : 'legacy';
}
