"""Tokens and pieces that change places without a conquest: scared off, swapped (W-INTIM, W-PORTAL)."""

from __future__ import annotations

from smallworld.model.regions import indexes
from smallworld.rules.losing import Losing
from smallworld.rules.records import NATIVES, NOBODY


class Moving(Losing):
    """Verbs for powers that move what lies on the map."""

    __slots__ = ()

    def shift_token(self, region: int, to: int) -> None:
        """Move one token to another region of its race, a race token before a piece (W-INTIM-3, W-INTIM-4)."""
        race = self.occupant[region]
        piece = self._lift_token(region)
        self.tokens[to] += 1
        self.defence[to] += 1
        if piece >= 0:
            self.put_pieces(piece, to, 1)
        for call in self.kit[race].region_thinned:  # where a piece alone held it, the token is alone, too
            call(self, race, to)
        self._thinned(race, region)

    def discard_token(self, region: int, attacker: int, attempt: str) -> int:
        """Discard one token of a region, unless it can be saved; returns how many are destroyed (W-INTIM-5)."""
        loser = self.occupant[region]
        if loser == NATIVES:
            self._lift_token(region)
            if not self.tokens[region]:
                self._clear(region)
                self.emptied(region)
            return self.destroyed(attacker, loser, 1)
        lost = min(1, self.casualties(loser, region, attempt))
        if lost:
            lost -= self.saved(loser, 1)
        piece = self._lift_token(region)
        if not lost:
            self._withdraw(loser, 1)
            self._carry(loser, piece, int(piece >= 0))
        elif piece >= 0:
            self._change_supply(piece, 1)
        else:
            self.tray[self.kit[loser].race] += 1
        self._thinned(loser, region)
        counts = piece < 0 or bool(self.table.rulebook.pieces[piece].counts)
        return self.destroyed(attacker, loser, lost) if counts else 0

    def destroyed(self, attacker: int, loser: int, count: int) -> int:
        """Tell the attacker that it has destroyed tokens (W-FORS-1); returns how many."""
        if count:
            for call in self.kit[attacker].tokens_destroyed:
                call(self, attacker, loser, count)
        return count

    def pull_out(self, race: int, region: int, *, to_tray: bool = False) -> None:
        """Take the tokens that are left in a region off the map; they wait in hand (W-TAUREN-4)."""
        count = self.tokens[region]
        pieces = self.pick_up(race, region)
        self.defence[region] -= count
        self.tokens[region] = 0
        if to_tray:
            self.drop_carried(race, pieces)
            self.tray[self.kit[race].race] += count - pieces
        else:
            self._withdraw(race, count)

    def lift_piece_tokens(self, race: int, piece: str) -> None:
        """Put all pieces of a kind that are tokens of the race back into the supply (W-READY-1)."""
        kind = self.table.kinds[piece]
        in_hand = self.carries(race, kind)
        self.drop_carried(race, in_hand)
        self.hand[race] -= in_hand
        for region in indexes(self.piece_regions[kind]):
            if self.occupant[region] == race:
                count = self.take_away(piece, region)
                self.tokens[region] -= count
                self.defence[region] -= count
                self._thinned(race, region)

    def _lift_token(self, region: int) -> int:
        """Remove one token, a race token if there is one; returns the kind of a piece, else -1."""
        pieces = [kind for kind in self.table.token_kinds if self.piece_regions[kind] >> region & 1]
        count = sum(self.pieces[kind, region] for kind in pieces)
        self.tokens[region] -= 1
        self.defence[region] -= 1
        if count <= self.tokens[region]:
            return NOBODY
        self.lift_pieces(pieces[0], region, 1)
        return pieces[0]

    def _withdraw(self, race: int, count: int) -> None:
        """Tokens wait for redeployment: in hand in the owner's own turn, else apart (R-LOSS-3)."""
        if race % self.players == self.turn:
            self.hand[race] += count
        else:
            self.withdrawn[race] += count
            self.hit |= 1 << race % self.players

    def _thinned(self, race: int, region: int) -> None:
        """Tokens have left a region; one in which nothing is left is lost."""
        for call in self.kit[race].region_thinned:
            call(self, race, region)
        if not self.tokens[region] and self.occupant[region] == race and not self.held_by_piece(region):
            if race % self.players != self.turn:
                self.hit |= 1 << race % self.players
            self.give_up(race, region)
            self.check_gone(race)

    # --- swaps

    def exchange(self, first: int, second: int) -> None:
        """Let everything that can move change places between two regions (W-PORTAL-2, W-PORTAL-4)."""
        one, other = self.occupant[first], self.occupant[second]
        both = 1 << first | 1 << second
        more = self.tokens[second] - self.tokens[first]
        pieces = [(kind, region, count) for (kind, region), count in self.pieces.items() if region in (first, second)]
        for kind, region, count in pieces:
            self.lift_pieces(kind, region, count)
        for values in (self.occupant, self.tokens):
            values[first], values[second] = values[second], values[first]
        self.defence[first] += more
        self.defence[second] -= more
        for kind, region, count in pieces:
            self.put_pieces(kind, first + second - region, count)
        if self.relic_regions_of("artefact") & both:
            self._exchange_artefacts(first, second)
        for race in (one, other) if one != other else ():
            if race >= 0:
                self.regions[race] ^= both
                self.adjacent[race] = self.board.around(self.regions[race])
        for race in (one, other):
            self.refit(race)
        for region in (first, second):
            if self.occupant[region] >= 0 and self.relic_regions >> region & 1:
                self.turn_up(region)
                self.refit(self.occupant[region])

    def _exchange_artefacts(self, first: int, second: int) -> None:
        kinds = self.table.rulebook.relics
        lying = {region: self.relics.get(region, ()) for region in (first, second)}
        moves = {
            region: tuple(entry for entry in lying[region] if entry[1] and kinds[entry[0]].kind == "artefact")
            for region in lying
        }
        for region, other in ((first, second), (second, first)):
            stays = tuple(entry for entry in lying[region] if entry not in moves[region])
            self.put_relics(region, tuple(sorted(stays + moves[other])))
