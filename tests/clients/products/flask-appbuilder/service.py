"""A service with Flask-AppBuilder and the guide's `config.py`. Its page says who is signed in."""

import flask
import flask_login
from flask_appbuilder import AppBuilder
from flask_appbuilder.models.sqla.base import SQLA

app = flask.Flask(__name__)
app.config.from_mapping(SECRET_KEY="test", SQLALCHEMY_DATABASE_URI="sqlite:///service.db")
app.config.from_pyfile("config.py")
app.add_url_rule("/me", view_func=lambda: str(flask_login.current_user), endpoint="me")
with app.app_context():
    database = SQLA(app)
    AppBuilder(app, database.session)
