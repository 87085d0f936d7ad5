'use strict';

// boardgame.io's own server with Mabula: node server.js PORT < SETUPS.json
//
// SETUPS.json lists a setup for each match, [{"start": "WBBW...", "scoring": "largest"}, ...]. All matches are made and
// both seats of each are taken before the server opens; then it tells its port and the seats' credentials in one line.

process.env.NODE_ENV = 'production';
delete process.env.FLATFILE_DIR; // matches are kept in memory, which is the default

const { readFileSync } = require('node:fs');
const { createMatch, ProcessGameConfig } = require('boardgame.io/internal');
const { Server } = require('boardgame.io/server');
const { Mabula } = require('./mabula.js');

/** Make a match and seat two people, as the lobby would. */
async function seat(server, game, name, setupData) {
  const match = createMatch({ game, numPlayers: 2, setupData, unlisted: true });
  if (match.setupDataError) throw new Error(match.setupDataError);
  const players = Object.values(match.metadata.players);
  for (const player of players) {
    player.name = `Player ${name} ${player.id}`;
    player.credentials = await server.auth.generateCredentials();
  }
  server.db.createMatch(name, match);
  return [name, players.map((player) => player.credentials)];
}

async function main(port) {
  const game = ProcessGameConfig({ ...Mabula, turn: { ...Mabula.turn } }); // the library writes into `turn`
  const server = Server({ games: [Mabula], origins: [] });
  const matches = [];
  for (const [number, setupData] of JSON.parse(readFileSync(0, 'utf8')).entries()) {
    matches.push(await seat(server, game, `m${number}`, setupData));
  }
  const { appServer } = await server.run({ port: { host: '127.0.0.1', port } }); // as Node's own `listen` takes it
  console.log(JSON.stringify({ port: appServer.address().port, matches }));
}

main(Number(process.argv[2] ?? 8000));
