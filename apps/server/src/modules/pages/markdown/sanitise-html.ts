import sanitizeHtml, { type Attributes, type IOptions } from 'sanitize-html';

const outside = /^https:/i;

const options: IOptions = {
  allowedTags: 'p h2 h3 h4 ul ol li blockquote pre code hr br a strong em s img div table thead tbody tr th td'.split(
    ' ',
  ),
  allowedAttributes: {
    a: ['href', 'title', 'rel', 'target'],
    img: ['src', 'alt', 'title', 'loading', 'decoding'],
    ol: ['start'],
    h2: ['id'],
    h3: ['id'],
    h4: ['id'],
    th: ['data-align'],
    td: ['data-align'],
    div: [{ name: 'class', values: ['table-scroll'] }, 'role', 'tabindex', 'aria-labelledby'],
  },
  allowedSchemes: ['https', 'mailto'],
  // The content security policy shows no picture of another site, so none is asked for.
  allowedSchemesByTag: { img: [] },
  allowedSchemesAppliedToAttributes: ['href', 'src'],
  // `//host/path` looks like a path of this site and is none.
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  transformTags: {
    a: (tagName, attributes) => ({ tagName, attribs: linkAttributes(attributes) }),
    img: (tagName, attributes) => ({ tagName, attribs: { ...attributes, loading: 'lazy', decoding: 'async' } }),
  },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !(attribs['src'] ?? '').startsWith('/art/'),
};

/** What leads elsewhere opens beside the app and learns nothing of it. */
function linkAttributes({ href, title }: Attributes): Attributes {
  return {
    ...(href !== undefined && { href }),
    ...(title !== undefined && { title }),
    ...(href !== undefined && outside.test(href) && { target: '_blank', rel: 'noopener noreferrer' }),
  };
}

/** Reduces HTML to tags and attributes that can do nothing but show text, pictures of this site and links. */
export function sanitiseHtml(html: string): string {
  return sanitizeHtml(html, options);
}
