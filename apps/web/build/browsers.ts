/**
 * The oldest browsers that the app runs in. The server's drawing must name them, too: style sheets are written for them,
 * and their names come from what is written.
 */
export const browsers = ['chrome111', 'safari16.4', 'firefox115'];
