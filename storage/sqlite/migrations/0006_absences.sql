-- When people are away: said by them, begun by itself where they wish, over by itself or early.

CREATE TABLE absences (
    user  INTEGER NOT NULL,
    began REAL NOT NULL,  -- Unix seconds, as until
    until REAL NOT NULL CHECK (until >= began),
    PRIMARY KEY (user, began)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER absences_follow_each_other BEFORE INSERT ON absences
WHEN EXISTS (SELECT 1 FROM absences WHERE user = NEW.user AND until > NEW.began) BEGIN
    SELECT RAISE(ABORT, 'nobody is away twice at a time');
END;

CREATE TRIGGER absences_begin_when_they_began BEFORE UPDATE OF user, began ON absences BEGIN
    SELECT RAISE(ABORT, 'of an absence only the end changes');
END;
