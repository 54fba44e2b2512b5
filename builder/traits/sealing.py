"""Sealed texts as code of the engine's expressions: pads, seals and keys that never enter a file before they are shown.

The key of a round is `K = sha256(word/game/turn/side)`, in hex. A text is sealed by XOR with the pads
`sha512(K/uid/nonce)`, `sha512(K/uid/nonce/1)`, ... each of which takes 64 bytes, from the end of the text on. The word
lives in the running program only, never in the game. `rules.audit.sealed` opens what is sealed here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from builder.traits.basics import quoted

PADS = 3
SHORT, LONG = 127, 191
"""So many bytes stand under two pads, always laid on, and under three."""
BITS = 512
NONCE = "{java.util.UUID.randomUUID().toString().substring(0,8)}"
UID = 'GetString("PieceUID")'


def got(name: str) -> str:
    """Code that gives a property as a text."""
    return f"GetString({quoted(name)})"


def quietly(call: str) -> str:
    """Code that runs a call and yields an empty text, whatever the call gives back."""
    return f"java.util.Objects.toString({call}).substring(0,0)"


def remembered(name: str, otherwise: str = "") -> str:
    """Code that gives what this program remembers under a name; nobody else sees it."""
    return f"System.getProperty({name},{quoted(otherwise)})"


def remember(name: str, value: str) -> str:
    """Code that has this program remember a text; yields an empty text."""
    return quietly(f"System.setProperty({name},{value})")


def box(text: str) -> str:
    """Code that shows a box with a text to this player alone; yields an empty text."""
    return quietly(f"javax.swing.JOptionPane.showConfirmDialog(null,{quoted(text)},{quoted('VASSAL')},-1,2)")


def asked(text: str, otherwise: str, allowed: str) -> str:
    """Code that asks this player for a text, of which only allowed characters are kept; what is typed is never run."""
    call = f"javax.swing.JOptionPane.showInputDialog({quoted(text)},{otherwise})"
    return f'java.util.Objects.toString({call},"").replaceAll({quoted(f"[^{allowed}]")},"")'


def digest(code: str, algorithm: str = "SHA-256") -> str:
    """Code that gives the digest of a text as a number."""
    made = f'java.security.MessageDigest.getInstance("{algorithm}").digest(({code}).getBytes("UTF-8"))'
    return f"new java.math.BigInteger(1,{made})"


def fingerprint(code: str) -> str:
    """Code that gives the digest of a text in hex."""
    return f"{digest(code)}.toString(16)"


def word_of(side: str) -> str:
    """Code that gives the secret word of a side, if it was typed in this program."""
    return remembered(f'"hx.word."+{side}')


def word_mark(word: str, side: str) -> str:
    """Code that gives the mark of a word in this game, which tells nothing of the word itself."""
    return fingerprint(f'{word}+"/"+GetString("HX_Game")+"/"+{side}')


def word_fits(side: str) -> str:
    """Code that tells whether this program knows the word with which a side began this game."""
    return f'{word_mark(word_of(side), side)}.equals(GetString("HX_Word_"+{side}))'


def round_key(side: str) -> str:
    """Code that gives the key of this round of a side whose word is known."""
    return fingerprint(f'{word_of(side)}+"/"+GetString("HX_Game")+"/"+GetString("Turn")+"/"+{side}')


def own_key(nonce: str, side: str) -> str:
    """Code that gives the key of one thing that a side sealed and opens on its own."""
    return fingerprint(f'{word_of(side)}+"/"+GetString("HX_Game")+"/"+{UID}+"/"+GetString({quoted(nonce)})+"/"+{side}')


def pad(key: str, nonce: str, rank: int) -> str:
    """Code that gives one pad as a number."""
    more = f'+"/{rank}"' if rank else ""
    return digest(f'{key}+"/"+{UID}+"/"+GetString({quoted(nonce)}){more}', "SHA-512")


def pads(key: str, nonce: str, more: str) -> str:
    """Code that gives the pads of a text: two, and a third where it is needed."""
    second = f"{pad(key, nonce, 1)}.shiftLeft({BITS})"
    third = f"{pad(key, nonce, 2)}.shiftLeft({2 * BITS})"
    return f"{pad(key, nonce, 0)}.xor({second}).xor({more}?{third}:java.math.BigInteger.ZERO)"


def sealed(text: str, key: str, nonce: str = "Nonce") -> str:
    """Code that seals a text."""
    number = f'new java.math.BigInteger(1,({text}).getBytes("UTF-8"))'
    return f"{number}.xor({pads(key, nonce, f'({text}).length()>{SHORT}')}).toString(16)"


def opened(cipher: str, key: str, nonce: str = "Nonce") -> str:
    """Code that opens the sealed text in a property."""
    number = f"new java.math.BigInteger(GetString({quoted(cipher)}),16)"
    more = f"{number}.bitLength()>{2 * BITS}"
    return f'new String({number}.xor({pads(key, nonce, more)}).toByteArray(),"UTF-8")'


def all_of(conditions: Iterable[str]) -> str:
    """Code that tells whether all conditions hold."""
    return "&&".join(_bracketed(conditions)) or "true"


def any_of(conditions: Iterable[str]) -> str:
    """Code that tells whether one of the conditions holds."""
    return "||".join(_bracketed(conditions)) or "false"


def _bracketed(conditions: Iterable[str]) -> Iterator[str]:
    return (f"({each})" for each in conditions)


def is_one(name: str, values: Iterable[str]) -> str:
    """Code that tells whether a property has one of these values."""
    return any_of(f"{got(name)}.equals({quoted(value)})" for value in values)
