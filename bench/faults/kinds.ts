/** Every kind of round, by the name under which it is asked for, with what happens in it, for people. */
export const descriptions = {
  kill: 'kills the database, the server, and both at once',
  cut: 'breaks the lines to the database and to the fans after any number of bytes',
  disk: 'fills the disk of the database, and empties it again',
  replicas: 'kills two servers over one database in turn',
  workers: 'kills the two workers of one server in turn',
  midnight: 'puts the clocks of two servers forth and back around the midnight of daily caps',
  close: 'puts the clocks of two servers forth and back around closes',
  packet: 'kills as kill does, while fans grab red packets',
  box: 'kills as kill does, while fans open blind boxes',
  crowds: 'kills as kill does, while fans vote, grab red packets and open blind boxes at once',
};

export type Kind = keyof typeof descriptions;

export const kindNames = Object.keys(descriptions) as Kind[];
